// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

/** The packet ends before something that has to be read. */
final class TruncatedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  static final TruncatedException INSTANCE = new TruncatedException();

  private TruncatedException() {
    super("the packet ends too early", null, false, false);
  }
}
