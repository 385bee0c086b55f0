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

  /** Installs the chart, or upgrades what is there, and waits until the operator is ready. */
  static synchronized void ensureInstalled() {
    run(
        "upgrade",
        "--install",
        RELEASE,
        Project.ROOT.resolve("charts/ringtail").toString(),
        "--create-namespace",
        "--set",
        "image.pullPolicy=Never",
        "--wait",
        "--timeout",
        "90s");
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
