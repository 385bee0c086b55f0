// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.text.Amounts;
import dev.ringtail.pcapng.PcapngException;
import dev.ringtail.pcapng.PcapngMerge;
import dev.ringtail.pcapng.SectionHeader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kubectl ringtail merge}: files that are here, in the order of time. Needs no cluster. */
@Command(
    name = "merge",
    description = {
      "Merges pcapng files in the order of time, in bounded memory.",
      "",
      "  kubectl ringtail merge -o all.pcapng segments/*.pcapng",
      "  kubectl ringtail merge -o - segments/*.pcapng | tshark -r -",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class MergeCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "pcapng files of any writer")
  private List<Path> files;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "the merged file, - for standard output")
  private Path file;

  @Override
  public Integer call() {
    PcapngMerge.Result result = merge();
    PrintWriter err = command.commandLine().getErr();
    boolean isPipe = isPipe();
    PrintWriter words = isPipe ? err : command.commandLine().getOut();
    words.println(
        "%s: %s from %s, %s"
            .formatted(
                isPipe ? "standard output" : file,
                Amounts.counted(result.packets(), "packet"),
                Amounts.counted(files.size(), "file"),
                Amounts.bytes(result.bytes())));
    words.flush();
    for (PcapngException broken : result.broken()) {
      err.println(RingtailCommand.NAME + broken.getMessage());
    }
    err.flush();
    return (result.broken().isEmpty() ? ExitCode.COMPLETE : ExitCode.INCOMPLETE).code();
  }

  private boolean isPipe() {
    return file.toString().equals("-");
  }

  private PcapngMerge.Result merge() {
    PcapngMerge merge =
        new PcapngMerge(new SectionHeader("", "", "kubectl ringtail", ""), List.of());
    try {
      return isPipe()
          ? merge.merge(files, Channels.newChannel(System.out))
          : merge.merge(files, file);
    } catch (IOException e) {
      throw new CommandException(ExitCode.REFUSED, "cannot merge: " + e.getMessage(), e);
    }
  }
}
