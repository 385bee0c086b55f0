// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

/** The management endpoint cannot be opened; one sentence says why and what to do. */
public final class ManagementException extends Exception {
  private static final long serialVersionUID = 1L;

  ManagementException(String message, Throwable cause) {
    super(message, cause);
  }
}
