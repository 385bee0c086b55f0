// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import dev.ringtail.e2e.Command;
import dev.ringtail.e2e.Project;
import java.util.ArrayList;
import java.util.List;

/** The chart of this checkout, installed by helm. */
final class Helm {
  static final String NAMESPACE = "ringtail-system";
  static final String RELEASE = "ringtail";

  private Helm() {}

  /**
   * Installs the chart, or upgrades what is there, and waits until the operator is ready.
   *
   * @param values others than the chart's, as {@code operator.replicas=2}
   */
  static synchronized void ensureInstalled(String... values) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "upgrade",
                "--install",
                RELEASE,
                Project.ROOT.resolve("charts/ringtail").toString(),
                "--create-namespace",
                "--wait",
                "--timeout",
                "90s",
                "--set",
                "image.pullPolicy=Never"));
    for (String value : values) {
      words.addAll(List.of("--set", value));
    }
    run(words.toArray(String[]::new));
  }

  /** The chart's own test. */
  static String test() {
    return run("test", RELEASE, "--timeout", "90s");
  }

  /** Runs helm in the release's namespace; it must succeed. */
  static String run(String... words) {
    List<String> all =
        new ArrayList<>(
            List.of(
                Command.ok(Project.ROOT.resolve("scripts/find-helm.sh").toString()).strip(),
                "--namespace",
                NAMESPACE));
    all.addAll(List.of(words));
    return Command.ok(all.toArray(String[]::new));
  }
}
