// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

/** A setting that the operator cannot start with; the message names it and what it must be. */
public final class SettingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SettingException(String message) {
    super(message);
  }

  public SettingException(String message, Throwable cause) {
    super(message, cause);
  }
}
