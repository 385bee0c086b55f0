// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.outcome;

/** What {@code kubectl ringtail} exits with; the same numbers as the agent's. */
public enum ExitCode {
  /** The command did what was asked. */
  COMPLETE(0),
  /** A fault of Ringtail's own; please report it. */
  FAULT(1),
  /** The command line, the document or the filter is wrong; nothing was made. */
  USAGE(2),
  /** Cluster or store said no, or nothing; or the job failed before it captured. */
  REFUSED(3),
  /** Packets were lost, and {@code --fail-on-loss} was given. */
  LOSSY(4),
  /** Something of what was captured is not in the result; the message names it. */
  INCOMPLETE(5);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
