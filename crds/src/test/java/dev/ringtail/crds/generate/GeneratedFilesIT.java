// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Compares the committed files with what the records say now. With {@code -Dringtail.generate=true}
 * it writes them instead.
 */
class GeneratedFilesIT {
  private static final Path CRDS = Path.of("src/main/resources/META-INF/fabric8");

  /** The chart's own copy, as helm reads nothing outside of a chart. */
  private static final Path CHART = Path.of("../charts/ringtail/files/crds");

  private static final Path REFERENCE = Path.of("../docs/crd-reference.md");

  @Test
  void shouldBeWhatTheClassesSay() throws IOException {
    for (Map.Entry<Path, String> file : files().entrySet()) {
      if (Boolean.getBoolean("ringtail.generate")) {
        Files.createDirectories(file.getKey().getParent());
        Files.writeString(file.getKey(), file.getValue());
      }
      assertThat(file.getKey())
          .as("run ./mvnw -pl crds test -Dtest=GeneratedFilesIT -Dringtail.generate=true")
          .hasContent(file.getValue());
    }
  }

  private static Map<Path, String> files() {
    Map<String, CustomResourceDefinition> crds = CrdGenerator.crds();
    Map<Path, String> files = new TreeMap<>();
    for (Path folder : List.of(CRDS, CHART)) {
      crds.forEach(
          (name, crd) -> files.put(folder.resolve(name + "-v1.yml"), CrdGenerator.yaml(crd)));
    }
    files.put(REFERENCE, ReferencePage.of(crds.values()));
    return files;
  }
}
