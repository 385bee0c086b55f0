// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

/** Ends a command with a sentence for the user and an exit code. */
final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode code;

  CommandException(ExitCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  static CommandException usage(String message) {
    return new CommandException(ExitCode.USAGE, message, null);
  }

  static CommandException refused(String message) {
    return new CommandException(ExitCode.REFUSED, message, null);
  }

  ExitCode code() {
    return code;
  }
}
