// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;

/** The API server said no, or nothing. */
public final class ClusterException extends CommandException {
  private static final long serialVersionUID = 1L;

  /** What kind of no it was. */
  public enum Kind {
    /** No answer, or one that says that another may come soon. */
    PASSING,
    /** The login is not accepted. */
    LOGIN,
    /** The user lacks a right. */
    RIGHT,
    /** What was sent breaks a rule. */
    RULE,
    /** The cluster does not know Ringtail's objects. */
    NOT_INSTALLED,
    /** Anything else. */
    OTHER
  }

  private final Kind kind;

  ClusterException(Kind kind, String message, Throwable cause) {
    super(kind == Kind.RULE ? ExitCode.USAGE : ExitCode.REFUSED, message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
