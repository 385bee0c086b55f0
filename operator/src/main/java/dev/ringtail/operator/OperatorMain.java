// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import dev.ringtail.operator.model.Deadlines;
import dev.ringtail.operator.model.SettingException;
import dev.ringtail.operator.uninstall.Uninstall;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.javaoperatorsdk.operator.OperatorException;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of the operator's image. */
public final class OperatorMain {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorMain.class);

  /** After SIGTERM; a pod is killed after 30 s. */
  private static final Duration LONGEST_END = Duration.ofSeconds(20);

  private static final int LOST_LEAD = 1;
  private static final int WRONG_SETTING = 2;
  private static final int NOT_STARTED = 3;

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
      System.exit(WRONG_SETTING);
      return;
    }
    Vertx vertx = Vertx.vertx();
    KubernetesClient client =
        new KubernetesClientBuilder()
            .withHttpClientFactory(new VertxHttpClientFactory(vertx))
            .build();
    RingtailOperator operator =
        new RingtailOperator(
            vertx,
            client,
            settings,
            Deadlines.DEFAULT,
            Clock.systemUTC(),
            () -> Runtime.getRuntime().halt(LOST_LEAD));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(operator, client), "end"));
    try {
      operator.start();
    } catch (OperatorException e) {
      LOG.error("the API server answers but cannot be watched; ending, to be started again", e);
      System.exit(NOT_STARTED);
    }
    LOG.info("ready; jobs of all namespaces, agents in {}", settings.namespace());
  }

  private static void uninstall(Map<String, String> environment) {
    try (KubernetesClient client = new KubernetesClientBuilder().build()) {
      new Uninstall(
              client,
              environment.get(Setting.OPERATOR_NAMESPACE.name()),
              environment.get(Setting.OPERATOR_DEPLOYMENT.name()),
              Leadership.LEASE,
              Optional.ofNullable(environment.get("RINGTAIL_WEBHOOK")))
          .run();
    }
  }

  /** Ends in bounded time, whatever hangs. */
  private static void end(RingtailOperator operator, KubernetesClient client) {
    Thread closing =
        Thread.ofPlatform()
            .daemon()
            .name("close")
            .start(
                () -> {
                  operator.close();
                  client.close();
                });
    try {
      if (!closing.join(LONGEST_END)) {
        LOG.warn("not all has ended within {} s", LONGEST_END.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
