// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.operator.model.AgentTemplate;
import dev.ringtail.operator.model.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorSettingsTest {
  private static final Map<String, String> LEAST =
      Map.of(
          "OPERATOR_NAMESPACE", "ringtail-system",
          "OPERATOR_POD", "operator-0",
          "OPERATOR_DEPLOYMENT", "ringtail-operator",
          "RINGTAIL_AGENT_IMAGE", "ringtail-agent:1");

  @TempDir private Path folder;

  @Test
  void shouldStartWithTheLeast() {
    OperatorSettings settings = OperatorSettings.from(LEAST);

    assertThat(settings.jobsPerNode()).isEqualTo(4);
    assertThat(settings.httpPort()).isEqualTo(8080);
    assertThat(settings.webhookCertificate()).isEmpty();
    assertThat(settings.ambient().allows("shop", "captures")).isFalse();
    assertThat(settings.agent().values()).isEqualTo(AgentTemplate.Values.NONE);
    assertThat(settings.agent().values().securityContext().getPrivileged()).isTrue();
  }

  @Test
  void shouldReadWhatTheChartWrites() throws IOException {
    Path agent =
        Files.writeString(
            folder.resolve("agent.yaml"),
            """
            securityContext:
              privileged: true
            resources:
              requests: {cpu: 100m}
            tolerations:
              - {operator: Exists}
            priorityClassName: high
            nodeSelector: {kubernetes.io/os: linux}
            imagePullSecrets: [{name: registry}]
            """);
    Path ambient =
        Files.writeString(
            folder.resolve("ambient.yaml"), "allow:\n  - {namespace: shop, buckets: [captures]}\n");

    OperatorSettings settings =
        OperatorSettings.from(
            with(
                Map.of(
                    "RINGTAIL_AGENT_TEMPLATE", agent.toString(),
                    "RINGTAIL_AMBIENT", ambient.toString(),
                    "RINGTAIL_JOBS_PER_NODE", "7")));

    assertThat(settings.jobsPerNode()).isEqualTo(7);
    assertThat(settings.agent().values().tolerations().getFirst().getOperator())
        .isEqualTo("Exists");
    assertThat(settings.agent().values().priorityClassName()).isEqualTo("high");
    assertThat(settings.ambient().allows("shop", "captures")).isTrue();
    assertThat(settings.ambient().allows("shop", "other")).isFalse();
    assertThat(settings.ambient().allows("bank", "captures")).isFalse();
  }

  @Test
  void shouldSayWhatIsMissingOrWrong() {
    Map<String, String> without = new HashMap<>(LEAST);
    without.remove("RINGTAIL_AGENT_IMAGE");
    assertThatThrownBy(() -> OperatorSettings.from(without))
        .isInstanceOf(SettingException.class)
        .hasMessage("RINGTAIL_AGENT_IMAGE is not set: The image of the agents.");
    assertThatThrownBy(() -> OperatorSettings.from(with(Map.of("RINGTAIL_HTTP_PORT", "99999"))))
        .hasMessage("RINGTAIL_HTTP_PORT=99999: take a number from 0 to 65535");
    assertThatThrownBy(
            () -> OperatorSettings.from(with(Map.of("RINGTAIL_AMBIENT", "/no/such/file"))))
        .hasMessageContaining("RINGTAIL_AMBIENT=/no/such/file cannot be read");
  }

  private static Map<String, String> with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(LEAST);
    all.putAll(more);
    return all;
  }
}
