// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli;

import dev.ringtail.cli.command.RingtailCommand;
import dev.ringtail.cli.completion.Completions;
import java.util.List;
import picocli.CommandLine;

/** {@code kubectl ringtail}. */
public final class RingtailMain {
  /** What {@code kubectl_complete-ringtail} puts in front of the words typed so far. */
  private static final String COMPLETE = "__complete";

  private RingtailMain() {}

  /** Runs the command and exits with its code, see {@link dev.ringtail.cli.outcome.ExitCode}. */
  public static void main(String[] arguments) {
    CommandLine line = RingtailCommand.commandLine();
    if (arguments.length > 0 && arguments[0].equals(COMPLETE)) {
      List<String> typed = List.of(arguments).subList(1, arguments.length);
      new Completions(line).lines(typed).forEach(System.out::println);
      return;
    }
    int code = line.execute(arguments);
    System.out.flush();
    System.err.flush();
    System.exit(code);
  }
}
