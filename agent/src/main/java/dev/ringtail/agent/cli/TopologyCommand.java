// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.kernel.Ethtool;
import dev.ringtail.agent.placement.PlacementPlan;
import dev.ringtail.agent.placement.PlacementPlanner;
import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.placement.PlacementRequest;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.placement.TopologyReport;
import dev.ringtail.agent.placement.TopologyText;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.HostTreeException;
import dev.ringtail.agent.topology.NicQueues;
import dev.ringtail.agent.topology.NodeTopology;
import dev.ringtail.agent.topology.ReceiveSpread;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ringtail-agent topology}: the node as placement sees it. */
@Command(
    name = "topology",
    description =
        "Draws this node: interfaces with their queues and interrupts, CPUs with their caches, and"
            + " what each CPU would do in a capture that changes nothing.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class TopologyCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = {"-i", "--interface"},
      paramLabel = "NAME",
      description = "interface to draw, or a glob; may be given several times; default: all but lo")
  private List<String> interfaces = List.of();

  @Option(names = "--json", description = "the same as one JSON object")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    List<CapturedInterface> chosen =
        interfaces.isEmpty() ? InterfaceCatalog.all() : InterfaceCatalog.resolve(interfaces);
    NodeTopology node = read(chosen.stream().map(CapturedInterface::name).toList());
    PlacementPlan plan = PlacementPlanner.plan(node, PlacementRequest.observe(Hook.INTERRUPT));
    Map<String, ReceiveSpread> spreads =
        node.nics().stream()
            .collect(
                Collectors.toMap(
                    NicQueues::name, nic -> ReceiveSpread.of(Ethtool.hashTable(nic.name()))));
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      PlacementReport placement = PlacementReport.of(plan, List.of(), List.of(), Map.of());
      out.println(
          new ObjectMapper().writeValueAsString(TopologyReport.of(node, placement, spreads)));
    } else {
      out.print(TopologyText.draw(node, plan, spreads));
    }
    out.flush();
    return ExitCode.COMPLETE.code();
  }

  private static NodeTopology read(List<String> names) {
    try {
      return NodeTopology.read(HostTree.ofNode(), names);
    } catch (HostTreeException e) {
      throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
    }
  }
}
