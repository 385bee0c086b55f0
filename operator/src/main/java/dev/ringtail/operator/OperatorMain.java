// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import dev.ringtail.operator.model.Deadlines;
import dev.ringtail.operator.uninstall.Uninstall;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of the operator's image. */
public final class OperatorMain {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorMain.class);

  private OperatorMain() {}

  /**
   * Runs the operator until it is asked to end, or with the word {@code uninstall} what ends it.
   */
  public static void main(String[] arguments) {
    if (List.of(arguments).equals(List.of("uninstall"))) {
      uninstall(System.getenv());
      return;
    }
    OperatorSettings settings;
    try {
      settings = OperatorSettings.from(System.getenv());
    } catch (SettingException e) {
      System.err.println("ringtail-operator: " + e.getMessage());
      System.exit(2);
      return;
    }
    KubernetesClient client = new KubernetesClientBuilder().build();
    RingtailOperator operator =
        new RingtailOperator(client, settings, Deadlines.DEFAULT, Clock.systemUTC());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  operator.close();
                  client.close();
                },
                "shutdown"));
    operator.start();
    LOG.info("ready; jobs of all namespaces, agents in {}", settings.namespace());
  }

  private static void uninstall(Map<String, String> environment) {
    try (KubernetesClient client = new KubernetesClientBuilder().build()) {
      new Uninstall(
              client,
              environment.get(Setting.OPERATOR_NAMESPACE.name()),
              environment.get(Setting.OPERATOR_DEPLOYMENT.name()),
              Optional.ofNullable(environment.get("RINGTAIL_WEBHOOK")))
          .run();
    }
  }
}
