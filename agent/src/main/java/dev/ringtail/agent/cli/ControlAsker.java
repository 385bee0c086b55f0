// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.control.ControlClient;
import dev.ringtail.agent.control.Reply;
import dev.ringtail.agent.control.Request;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Asks a running agent for a change and tells what became of it. */
final class ControlAsker {
  private final AgentChoice agent;

  ControlAsker(AgentChoice agent) {
    this.agent = agent;
  }

  /**
   * @param out for what the agent answers
   * @throws CommandException with the agent's sentence when it did not do what was asked
   */
  int ask(Request request, PrintWriter out) {
    Reply reply = send(agent.chosenSpool(), request);
    switch (reply.outcome()) {
      case DONE -> reply.lines().forEach(out::println);
      case WRONG -> throw CommandException.usage(String.join("\n", reply.lines()));
      case REFUSED -> throw CommandException.refused(String.join("\n", reply.lines()));
    }
    out.flush();
    return ExitCode.COMPLETE.code();
  }

  private static Reply send(Path spool, Request request) {
    try {
      return ControlClient.ask(spool, request);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.REFUSED,
          ("no agent answers in %s: %s; it may have ended, or belong to another user: try as root,"
                  + " or name it with --pid")
              .formatted(spool, e.getMessage()),
          e);
    }
  }
}
