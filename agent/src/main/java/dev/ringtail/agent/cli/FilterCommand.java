// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.explain.Explanation;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ringtail-agent filter}: what a filter means, without a capture. */
@Command(
    name = "filter",
    description = "Looks at filters without capturing.",
    mixinStandardHelpOptions = true)
public final class FilterCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to do with a filter: explain");
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

  private static Explanation explain(FilterLanguage language, String text) {
    try {
      return Explanation.of(Filters.compile(language, text, LinkType.ETHERNET));
    } catch (FilterException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    }
  }
}
