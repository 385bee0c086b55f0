// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.outcome;

/** Ends a command with a sentence for the user and an exit code. */
public class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode code;

  public CommandException(ExitCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** What was written is wrong. */
  public static CommandException usage(String message) {
    return new CommandException(ExitCode.USAGE, message, null);
  }

  /** What was asked for cannot be done now. */
  public static CommandException refused(String message) {
    return new CommandException(ExitCode.REFUSED, message, null);
  }

  public final ExitCode code() {
    return code;
  }
}
