// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.crds.yaml.CaptureJobReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StandaloneSamplesIT {
  static List<Document> samples() {
    return Document.in(Path.of("samples", "standalone"), "*.yaml");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldReadSample(Document sample) {
    assertThat(CaptureJobReader.read(sample.file()).getSpec().output().directory()).isNotNull();
  }
}
