// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.pcapng.BlockFault;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a folder as store does: take the file itself. */
class DirectoryObjectStoreIT {
  @TempDir Path folder;

  private ObjectDigest digestOf(Path file) throws Exception {
    SegmentScan scan = SegmentScan.of(file, 1);
    assertThat(scan.fault()).isNotEqualTo(BlockFault.NONE);
    return scan.digest();
  }

  @Test
  void shouldTakeTheFileAndLeaveItsNameToTheCaller() throws Exception {
    Path segment = Files.writeString(folder.resolve("segment"), "not blocks, but bytes");
    try (DirectoryObjectStore store = new DirectoryObjectStore(folder.resolve("store"))) {
      ObjectDigest digest = digestOf(segment);

      assertThat(store.put("a/b", segment, digest).fileTaken()).isTrue();
      assertThat(segment).as("until the delivery is noted").exists();
      assertThat(folder.resolve("store/a/b")).hasSameBinaryContentAs(segment);
    }
  }

  @Test
  void shouldSayOnARepeatedPutThatTheFileIsTheObject() throws Exception {
    Path segment = Files.writeString(folder.resolve("segment"), "not blocks, but bytes");
    Path copy = Files.copy(segment, folder.resolve("copy"));
    try (DirectoryObjectStore store = new DirectoryObjectStore(folder.resolve("store"))) {
      ObjectDigest digest = digestOf(segment);
      store.put("a/b", segment, digest);

      assertThat(store.put("a/b", segment, digest).fileTaken())
          .as("whoever wrote to it would write to the object")
          .isTrue();
      assertThat(store.put("a/b", copy, digest).fileTaken()).isFalse();
    }
  }
}
