// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

/**
 * A capture that was not started; nothing is attached. One sentence: the thing, the cause, the
 * remedy.
 */
public final class CaptureRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public CaptureRefusedException(String message) {
    super(message);
  }

  public CaptureRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
