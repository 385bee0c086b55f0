// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.text.Amounts;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.explain.Explanation;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail filter}: what a filter means. Needs no cluster. */
@Command(
    name = "filter",
    description = {
      "Explains filters, and tries them on packets that are here.",
      "",
      "  kubectl ringtail filter explain 'eth/ipv4/tcp[dport==443]'",
      "  kubectl ringtail filter test 'eth/ipv4/udp/dns' yesterday.pcapng",
      ""
    },
    mixinStandardHelpOptions = true)
public final class FilterCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name what to do with a filter: explain or test");
  }

  @Command(
      name = "explain",
      description = {
        "Shows what a filter asks, how long a matching packet is at least, where it can run, and"
            + " how many instructions it takes.",
        "",
        "  kubectl ringtail filter explain 'eth/ipv4/tcp[dport==443]'",
        "  kubectl ringtail filter explain --asm --pcap 'tcp port 443'",
        ""
      },
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
      name = "test",
      description = {
        "Says which packets of a file match, by number as Wireshark counts them: chains are judged by"
            + " an interpreter that shares nothing with the compiler, tcpdump's language by libpcap.",
        "",
        "  kubectl ringtail filter test 'eth/ipv4/udp/dns' yesterday.pcapng",
        ""
      },
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int test(
      @Parameters(paramLabel = "EXPR", description = "the filter, a chain unless --pcap is given")
          String text,
      @Parameters(paramLabel = "FILE", description = "a pcapng file") Path file,
      @Option(names = "--pcap", description = "the filter is in tcpdump's language") boolean pcap) {
    PacketTrial trial =
        PacketTrial.of(pcap ? FilterLanguage.PCAP : FilterLanguage.CHAIN, text, file);
    PrintWriter out = spec.commandLine().getOut();
    trial.matching().forEach(out::println);
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        "%s of %s match%n",
        Amounts.count(trial.matching().size()), Amounts.counted(trial.packets(), "packet"));
    err.flush();
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
