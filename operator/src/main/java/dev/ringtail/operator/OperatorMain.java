// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import dev.ringtail.operator.model.Deadlines;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of the operator's image. */
public final class OperatorMain {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorMain.class);

  private OperatorMain() {}

  /** Runs the operator until it is asked to end. */
  public static void main(String[] arguments) {
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
}
