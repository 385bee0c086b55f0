// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

/** A store said no, or nothing. The message is one sentence that names the place and the cause. */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean retryable;

  /**
   * @param retryable whether the same call may succeed later without anybody changing a setting
   */
  public StoreException(String message, boolean retryable, Throwable cause) {
    super(message, cause);
    this.retryable = retryable;
  }

  /** Whether the same call may succeed later without anybody changing a setting. */
  public boolean retryable() {
    return retryable;
  }
}
