// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSettingsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "RINGTAIL_NODE", "node-1",
          "RINGTAIL_JOB_NAMESPACE", "shop",
          "RINGTAIL_JOB_NAME", "checkout",
          "RINGTAIL_JOB_UID", "0b7d");

  @Test
  void shouldTakeThePathsOfThePodWhereNoneAreNamed() {
    NodeSettings settings = NodeSettings.of(ENVIRONMENT);

    assertThat(settings.identity().node()).isEqualTo("node-1");
    assertThat(settings.spool()).isEqualTo(Path.of("/var/lib/ringtail"));
    assertThat(settings.credentials()).isEqualTo(Path.of("/etc/ringtail/credentials"));
    assertThat(settings.caFile()).isEqualTo(Path.of("/etc/ringtail/ca/ca.crt"));
    assertThat(settings.readyFile()).isEqualTo(Path.of("/tmp/ringtail-ready"));
  }

  @Test
  void shouldNameTheVariableThatIsMissing() {
    Map<String, String> without = new HashMap<>(ENVIRONMENT);
    without.put("RINGTAIL_JOB_UID", " ");

    assertThatThrownBy(() -> NodeSettings.of(without))
        .hasMessageStartingWith("RINGTAIL_JOB_UID is not set");
  }
}
