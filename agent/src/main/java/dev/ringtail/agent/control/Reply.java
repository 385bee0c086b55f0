// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.control;

import java.util.List;

/**
 * What became of a request.
 *
 * @param outcome whether it was done, and if not, whose fault that is
 * @param lines for people
 */
public record Reply(Outcome outcome, List<String> lines) {
  /** How a request can end. */
  public enum Outcome {
    /** It was done. */
    DONE,
    /** It makes no sense: a filter or a value that is none. Nothing has changed. */
    WRONG,
    /** It makes sense and cannot be done here and now. */
    REFUSED
  }

  static Reply done(List<String> lines) {
    return new Reply(Outcome.DONE, lines);
  }

  static Reply wrong(String message) {
    return new Reply(Outcome.WRONG, List.of(message));
  }

  static Reply refused(String message) {
    return new Reply(Outcome.REFUSED, List.of(message));
  }
}
