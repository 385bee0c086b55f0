// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.e2e.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The samples as a user applies them. */
class SamplesIT extends KindSuite {
  @Test
  void shouldTakeEverySampleAsItIs() throws IOException {
    List<Path> samples;
    try (Stream<Path> files = Files.list(Project.ROOT.resolve("crds/samples"))) {
      samples = files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }

    assertThat(samples)
        .hasSizeGreaterThanOrEqualTo(4)
        .allSatisfy(
            sample ->
                assertThat(
                        namespace.kubectl(
                            "apply",
                            "--dry-run=server",
                            "--validate=strict",
                            "-f",
                            sample.toString()))
                    .contains("created (server dry run)"));
  }
}
