// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

/** What {@code ringtail-agent} exits with. */
public enum ExitCode {
  /** The command did what was asked. */
  COMPLETE(0),
  /** A fault of Ringtail's own; please report it. */
  FAULT(1),
  /** The command line, the document or the filter is wrong; nothing was attached. */
  USAGE(2),
  /** The capture was refused before it started; nothing is attached. */
  REFUSED(3),
  /** Packets were lost, and {@code --fail-on-loss} was given. */
  LOSSY(4),
  /** Data was not delivered; it lies in the spool, and the message says where. */
  UNDELIVERED(5);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
