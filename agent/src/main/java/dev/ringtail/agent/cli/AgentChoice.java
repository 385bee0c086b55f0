// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.diagnose.AgentFinder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which agent is meant; by default the only one that runs here. */
class AgentChoice {
  @Option(names = "--spool", paramLabel = "DIR", description = "the agent that works in this spool")
  private Path spool;

  @Option(names = "--pid", paramLabel = "PID", description = "the agent of this process")
  private Long pid;

  /** The spool folder of the agent, as seen from here. */
  final Path chosenSpool() {
    if (spool != null) {
      return spool;
    }
    if (pid != null) {
      return AgentFinder.of(pid)
          .orElseThrow(
              () -> CommandException.refused("process %d is no agent that captures".formatted(pid)))
          .spool();
    }
    List<AgentFinder.Running> agents = AgentFinder.all();
    if (agents.isEmpty()) {
      throw CommandException.refused(
          "no agent captures here, as far as this process may see; start one, or name its --spool");
    }
    if (agents.size() > 1) {
      throw CommandException.refused(
          "several agents capture here: name one with --pid: "
              + agents.stream().map(agent -> "" + agent.pid()).collect(Collectors.joining(", ")));
    }
    return agents.getFirst().spool();
  }
}
