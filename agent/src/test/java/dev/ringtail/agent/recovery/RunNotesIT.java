// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.upload.ObjectRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunNotesIT {
  @TempDir Path folder;

  @Test
  void shouldKeepWholeObjectsWhenDeathTearsLineAtAnyByte() throws Exception {
    RunNotes notes = new RunNotes(folder, "run0");
    notes.delivered(object("eins/segment-ä-1.pcapng"));
    notes.delivered(object("eins/segment-ä-2.pcapng"));
    Path list = folder.resolve("run0.objects");
    byte[] whole = Files.readAllBytes(list);
    int firstEnd = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;

    for (int torn = firstEnd; torn < whole.length; torn++) {
      Files.write(list, Arrays.copyOf(whole, torn));
      notes.delivered(object("eins/segment-3.pcapng"));

      List<String> keys = notes.objects().stream().map(ObjectRecord::key).toList();
      assertThat(keys).as("torn at byte %d", torn).startsWith("eins/segment-ä-1.pcapng");
      assertThat(keys).as("torn at byte %d", torn).endsWith("eins/segment-3.pcapng");
      assertThat(keys).hasSize(torn == whole.length - 1 ? 3 : 2);
    }
  }

  private static ObjectRecord object(String key) {
    return new ObjectRecord(key, 400, "0".repeat(64), null, List.of(3L, 4L), 1, 2);
  }
}
