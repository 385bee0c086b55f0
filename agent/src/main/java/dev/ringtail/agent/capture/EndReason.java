// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

/** Why a capture ended. */
public enum EndReason {
  /** Its duration was over. */
  DURATION("duration is over"),
  /** It has as many packets as its limit allows. */
  PACKET_LIMIT("packet limit reached"),
  /** Its objects have as many bytes as its limit allows. */
  BYTE_LIMIT("byte limit reached"),
  /** Somebody asked: Ctrl-C, SIGTERM, a stopped job. */
  STOPPED("stopped"),
  /** The last of its interfaces is gone. */
  INTERFACE_GONE("interface is gone"),
  /** A reader ended early; a fault of Ringtail's own. */
  READER_FAILED("a reader failed");

  private final String words;

  EndReason(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }
}
