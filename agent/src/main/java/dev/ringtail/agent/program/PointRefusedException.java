// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

/** A capture point that cannot be had on an interface. */
public class PointRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  PointRefusedException(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  PointRefusedException(String reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Why, in one word. */
  public String reason() {
    return reason;
  }
}
