// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

/**
 * A file of the kernel that must be there is missing or says something unexpected; one sentence
 * with its path.
 */
public final class HostTreeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  HostTreeException(String message, Throwable cause) {
    super(message, cause);
  }

  HostTreeException(String message) {
    super(message);
  }
}
