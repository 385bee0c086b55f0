// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent;

import dev.ringtail.agent.cli.AgentCommand;

/** {@code ringtail-agent}. */
public final class AgentMain {
  private AgentMain() {}

  /** Runs the command and exits with its code, see {@link dev.ringtail.agent.cli.ExitCode}. */
  public static void main(String[] arguments) {
    int code = AgentCommand.commandLine(arguments).execute(arguments);
    System.out.flush();
    System.exit(code);
  }
}
