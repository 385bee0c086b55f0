// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.doctor.Doctor;
import dev.ringtail.cli.doctor.Finding;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.text.Screen;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail doctor}: why does it not work? */
@Command(
    name = "doctor",
    description = {
      "Looks at everything that a capture needs: cluster, definitions, your rights, operator, webhook,"
          + " the agents' rights, storage profiles.",
      "",
      "  kubectl ringtail doctor -n shop",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private OperatorOptions operator;
  @Mixin private ClusterOptions clusterOptions;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    Screen screen = Screen.ofOutput(out);
    try (Cluster cluster = clusterOptions.open()) {
      List<Finding> findings = new Doctor(cluster, operator.namespace).examine();
      findings.forEach(
          finding ->
              out.printf("%s %s: %s%n", mark(finding, screen), finding.what(), finding.said()));
      out.flush();
      return (findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.BAD)
              ? ExitCode.REFUSED
              : ExitCode.COMPLETE)
          .code();
    }
  }

  private static String mark(Finding finding, Screen screen) {
    return switch (finding.kind()) {
      case GOOD -> screen.good("ok  ");
      case NOTE -> "note";
      case UNKNOWN -> "?   ";
      case BAD -> screen.bad("BAD ");
    };
  }
}
