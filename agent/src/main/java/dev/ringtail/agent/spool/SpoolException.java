// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

/** The spool cannot be used; one sentence says which, why and what to do. */
public class SpoolException extends Exception {
  private static final long serialVersionUID = 1L;

  SpoolException(String message) {
    super(message);
  }

  public SpoolException(String message, Throwable cause) {
    super(message, cause);
  }
}
