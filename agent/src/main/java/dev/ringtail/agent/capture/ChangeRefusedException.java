// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

/**
 * A change of a running capture that was not made; it goes on as before. One sentence: the thing,
 * the cause, the remedy.
 */
public final class ChangeRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public ChangeRefusedException(String message) {
    super(message);
  }

  public ChangeRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
