// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

/** Another agent works in the folder, which may soon end. */
public final class SpoolInUseException extends SpoolException {
  private static final long serialVersionUID = 1L;

  SpoolInUseException(String message) {
    super(message, null);
  }
}
