// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.AgentVersion;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a verb, which only explains. */
@Command(
    name = "ringtail-agent",
    description = "Captures packets on this node at line rate and accounts for every one of them.",
    mixinStandardHelpOptions = true,
    versionProvider = AgentCommand.Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:complete",
      "1:a fault of Ringtail's own",
      "2:the command line, document or filter is wrong",
      "3:refused before the start, nothing attached",
      "4:packets were lost and --fail-on-loss was given",
      "5:not delivered, data kept in the spool"
    })
public final class AgentCommand implements Runnable {
  private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("run", RunCommand::new);
    COMMANDS.put("node", NodeCommand::new);
    COMMANDS.put("deliver", DeliverCommand::new);
    COMMANDS.put("restore", RestoreCommand::new);
    COMMANDS.put("preflight", PreflightCommand::new);
    COMMANDS.put("topology", TopologyCommand::new);
    COMMANDS.put("diagnose", DiagnoseCommand::new);
    COMMANDS.put("filter", FilterCommand::new);
    COMMANDS.put("set", SetCommand::new);
  }

  @Spec private CommandSpec spec;

  /** The parser with all commands, errors as one sentence. */
  public static CommandLine commandLine() {
    return commandLine(COMMANDS.keySet());
  }

  /**
   * The parser for these arguments: with the command that they begin with and no other, since each
   * that is described costs a start some ten milliseconds; with all where they begin with none.
   */
  public static CommandLine commandLine(String... arguments) {
    return arguments.length > 0 && COMMANDS.containsKey(arguments[0])
        ? commandLine(Set.of(arguments[0]))
        : commandLine();
  }

  private static CommandLine commandLine(Set<String> names) {
    CommandLine line = new CommandLine(new AgentCommand());
    names.forEach(name -> line.addSubcommand(name, COMMANDS.get(name).get()));
    Converters.register(line);
    line.setParameterExceptionHandler(AgentCommand::explain);
    line.setExecutionExceptionHandler(AgentCommand::report);
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name a command, such as run or preflight; see ringtail-agent --help");
  }

  private static int explain(ParameterException e, String[] arguments) {
    PrintWriter err = e.getCommandLine().getErr();
    err.println("ringtail-agent: " + e.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.flush();
    return ExitCode.USAGE.code();
  }

  private static int report(Exception e, CommandLine line, CommandLine.ParseResult result) {
    PrintWriter err = line.getErr();
    if (e instanceof CommandException known) {
      err.println("ringtail-agent: " + known.getMessage());
      err.flush();
      return known.code().code();
    }
    err.println("ringtail-agent: this is a fault of Ringtail's own, please report it:");
    e.printStackTrace(err);
    err.flush();
    return ExitCode.FAULT.code();
  }

  /** What {@code --version} prints. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"ringtail-agent " + AgentVersion.TEXT};
    }
  }
}
