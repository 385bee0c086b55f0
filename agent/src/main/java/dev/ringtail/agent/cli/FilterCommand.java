// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.control.Request;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.explain.Explanation;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ringtail-agent filter}: what a filter means, and another one for a running capture. */
@Command(
    name = "filter",
    description = "Explains filters, and changes that of a running capture.",
    mixinStandardHelpOptions = true)
public final class FilterCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name what to do with a filter: explain or set");
  }

  @Command(
      name = "explain",
      description =
          "Shows what a filter asks, how long a matching packet is at least, where it can run, and"
              + " how many instructions it takes.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int explain(
      @Parameters(paramLabel = "EXPR", description = "the filter, a chain unless --pcap is given")
          String text,
      @Option(names = "--pcap", description = "the filter is in tcpdump's language") boolean pcap,
      @Option(names = "--asm", description = "with the instructions") boolean assembly,
      @Option(names = "--json", description = "as one JSON object") boolean json) {
    Explanation explanation = explain(pcap ? FilterLanguage.PCAP : FilterLanguage.CHAIN, text);
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? explanation.toJson(assembly) : explanation.toText(assembly).strip());
    out.flush();
    return ExitCode.COMPLETE.code();
  }

  @Command(
      name = "set",
      description =
          "Puts another filter into a running capture: each packet is judged by the old one or by"
              + " the new one, and when this command returns all are by the new one.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int set(
      @Parameters(paramLabel = "EXPR", description = "the filter, a chain unless --pcap is given")
          String text,
      @Option(names = "--pcap", description = "the filter is in tcpdump's language") boolean pcap,
      @Mixin AgentChoice agent) {
    FilterLanguage language = pcap ? FilterLanguage.PCAP : FilterLanguage.CHAIN;
    return new ControlAsker(agent)
        .ask(new Request.SetFilter(language, text), spec.commandLine().getOut());
  }

  private static Explanation explain(FilterLanguage language, String text) {
    try {
      return Explanation.of(Filters.compile(language, text, LinkType.ETHERNET));
    } catch (FilterException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    }
  }
}
