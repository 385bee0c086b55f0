// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.placement.PlacementActuator;
import dev.ringtail.agent.placement.PlacementHeldException;
import dev.ringtail.agent.placement.PlacementJournalException;
import dev.ringtail.agent.placement.RestoreReport;
import dev.ringtail.agent.topology.HostTree;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ringtail-agent restore}: puts back what a killed capture has left changed. */
@Command(
    name = "restore",
    description =
        "Gives interrupts and packet steering back the CPUs that they had before a capture that was"
            + " killed. The next capture on this node does the same by itself.",
    mixinStandardHelpOptions = true)
public final class RestoreCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    RestoreReport report = restore();
    report.items().forEach(item -> out.println(item.message()));
    if (report.items().isEmpty()) {
      out.println("nothing to restore: no capture has left anything changed on this node");
    }
    out.flush();
    if (!report.complete()) {
      throw CommandException.refused(
          "some settings refuse their old CPUs, see above; they stay in the journal, try again");
    }
    return ExitCode.COMPLETE.code();
  }

  private static RestoreReport restore() {
    try {
      return PlacementActuator.restore(PlanMaker.PLACEMENT_FOLDER, HostTree.ofNode());
    } catch (PlacementHeldException | PlacementJournalException e) {
      throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
    }
  }
}
