// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.crds.yaml.CaptureJobReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code # standalone: } in a document's header is the reader's answer, after the file's name. */
class StandaloneTableIT {
  private static final Path TABLE = Path.of("src/test/resources");

  static List<Document> documents() {
    return Document.in(TABLE, "{valid,invalid}-*.yaml");
  }

  @ParameterizedTest
  @MethodSource("documents")
  void shouldAnswerAsTheHeaderSays(Document document) {
    Optional<String> answer = document.header("standalone");
    if (answer.isPresent()) {
      assertThatThrownBy(() -> CaptureJobReader.read(document.file()))
          .hasMessage(document.file() + answer.get().replaceFirst("^(?=[0-9])", ":"));
    } else {
      assertThat(CaptureJobReader.read(document.file()).getSpec()).isNotNull();
    }
  }
}
