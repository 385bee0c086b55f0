// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a verb, which only explains. */
@Command(
    name = "kubectl ringtail",
    customSynopsis = "kubectl ringtail COMMAND ...",
    description = {
      "Captures packets on Kubernetes nodes and in pods, and brings them here as one pcapng file.",
      "",
      "  kubectl ringtail capture deploy/web --pcap 'tcp port 8080' --duration 30s",
      "  kubectl ringtail capture node/worker-1 -i eth0 --packets 10000 -o out.pcapng",
      "  kubectl ringtail capture -l app=web --chain 'eth/ipv4/tcp[dport==443]' --no-download",
      "  kubectl ringtail download web-x7k2p -o - | tshark -r -",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = RingtailCommand.Version.class,
    subcommands = {
      CaptureCommand.class,
      DownloadCommand.class,
      ListCommand.class,
      DescribeCommand.class,
      StopCommand.class,
      VerifyCommand.class,
      MergeCommand.class,
      FilterCommand.class,
      DoctorCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:complete",
      "1:a fault of Ringtail's own",
      "2:the command line, document or filter is wrong",
      "3:cluster or store said no, or the job failed before it captured",
      "4:packets were lost and --fail-on-loss was given",
      "5:the result is incomplete, or was left before it was there"
    })
public final class RingtailCommand implements Runnable {
  static final String NAME = "ringtail: ";

  private static final int HELP_WIDTH = 100;

  @Spec private CommandSpec spec;

  /** What a command is for, and examples of it, before its flags. */
  private static final List<String> HELP =
      List.of(
          UsageMessageSpec.SECTION_KEY_DESCRIPTION,
          UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
          UsageMessageSpec.SECTION_KEY_SYNOPSIS,
          UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
          UsageMessageSpec.SECTION_KEY_OPTION_LIST,
          UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
          UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
          UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);

  /** The parser with all commands, errors as sentences. */
  public static CommandLine commandLine() {
    CommandLine line = new CommandLine(new RingtailCommand());
    line.setHelpSectionKeys(HELP);
    line.setUsageHelpWidth(HELP_WIDTH);
    line.getSubcommands().values().forEach(RingtailCommand::abbreviate);
    Converters.register(line);
    line.setParameterExceptionHandler(RingtailCommand::explain);
    line.setExecutionExceptionHandler(RingtailCommand::report);
    return line;
  }

  /** All flags follow below; once is enough. */
  private static void abbreviate(CommandLine line) {
    line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    line.getSubcommands().values().forEach(RingtailCommand::abbreviate);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name a command, such as capture or list; see kubectl ringtail --help");
  }

  private static int explain(ParameterException e, String[] arguments) {
    PrintWriter err = e.getCommandLine().getErr();
    err.println(NAME + e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.flush();
    return ExitCode.USAGE.code();
  }

  private static int report(Exception e, CommandLine line, CommandLine.ParseResult result) {
    PrintWriter err = line.getErr();
    if (e instanceof CommandException known) {
      err.println(NAME + known.getMessage());
      err.flush();
      return known.code().code();
    }
    err.println(NAME + "this is a fault of Ringtail's own, please report it:");
    e.printStackTrace(err);
    err.flush();
    return ExitCode.FAULT.code();
  }

  /** What {@code --version} prints. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "kubectl-ringtail "
            + Objects.requireNonNullElse(
                RingtailCommand.class.getPackage().getImplementationVersion(), "development")
      };
    }
  }
}
