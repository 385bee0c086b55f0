// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

/**
 * A text that is no CPU list or mask; the message is one sentence that names the text and the part
 * at fault.
 */
public final class CpuSetFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 60;

  CpuSetFormatException(String kind, String text, String fault) {
    super("CPU " + kind + " \"" + shown(text) + "\" is not valid: " + fault + ".");
  }

  /** The text as it can be put into a message: short, without control characters. */
  static String shown(String text) {
    String head = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    StringBuilder printable = new StringBuilder();
    head.chars().forEach(c -> printable.append(c < ' ' || c > '~' ? '?' : (char) c));
    return printable.toString();
  }
}
