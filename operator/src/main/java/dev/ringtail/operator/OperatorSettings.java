// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import dev.ringtail.operator.model.AgentTemplate;
import dev.ringtail.operator.model.AmbientRule;
import dev.ringtail.operator.model.SettingException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the operator is started with.
 *
 * @param namespace its own namespace
 * @param pod its own pod
 * @param deployment its own Deployment
 * @param agent what every agent's pod has
 * @param jobsPerNode the most jobs on one node at a time, at least 1
 * @param ambient for whom the nodes' own identity is good
 * @param httpPort 0 to 65535; 0 takes any
 * @param webhookPort 0 to 65535; 0 takes any
 * @param webhookCertificate the folder of the webhook's certificate; none: no webhook
 */
public record OperatorSettings(
    String namespace,
    String pod,
    String deployment,
    AgentTemplate agent,
    int jobsPerNode,
    AmbientRule ambient,
    int httpPort,
    int webhookPort,
    Optional<Path> webhookCertificate) {

  /**
   * Reads the settings from environment variables.
   *
   * @throws SettingException if one is missing or wrong
   */
  public static OperatorSettings from(Map<String, String> environment) {
    Function<Setting, String> value = setting -> value(environment, setting);
    return new OperatorSettings(
        value.apply(Setting.OPERATOR_NAMESPACE),
        value.apply(Setting.OPERATOR_POD),
        value.apply(Setting.OPERATOR_DEPLOYMENT),
        AgentTemplate.read(
            value.apply(Setting.RINGTAIL_AGENT_IMAGE),
            value.apply(Setting.RINGTAIL_AGENT_PULL_POLICY),
            value.apply(Setting.RINGTAIL_AGENT_SERVICE_ACCOUNT),
            value.apply(Setting.RINGTAIL_SPOOL_PATH),
            path(value.apply(Setting.RINGTAIL_AGENT_TEMPLATE))),
        number(environment, Setting.RINGTAIL_JOBS_PER_NODE, 1, 1000),
        AmbientRule.read(path(value.apply(Setting.RINGTAIL_AMBIENT))),
        number(environment, Setting.RINGTAIL_HTTP_PORT, 0, 65535),
        number(environment, Setting.RINGTAIL_WEBHOOK_PORT, 0, 65535),
        path(value.apply(Setting.RINGTAIL_WEBHOOK_CERTIFICATE)));
  }

  private static String value(Map<String, String> environment, Setting setting) {
    String given = environment.getOrDefault(setting.name(), "").strip();
    if (!given.isEmpty()) {
      return given;
    }
    return setting
        .fallback()
        .orElseThrow(
            () ->
                new SettingException(
                    "%s is not set: %s".formatted(setting.name(), setting.meaning())));
  }

  private static int number(
      Map<String, String> environment, Setting setting, int least, int greatest) {
    String text = value(environment, setting);
    if (text.matches("\\d{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= greatest) {
        return number;
      }
    }
    throw new SettingException(
        "%s=%s: take a number from %d to %d".formatted(setting.name(), text, least, greatest));
  }

  private static Optional<Path> path(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
  }
}
