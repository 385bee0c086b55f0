// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a segment is called: {@code <run>-<reader>-<sequence>}.
 *
 * @param run the run of the agent, such as {@code 20261130T122959Z-1f3a}
 * @param reader the reader that filled it, 0 and up
 * @param sequence its number in the reader's series, 0 and up; numbers may be missing
 */
public record SegmentName(String run, int reader, long sequence) {
  private static final Pattern FORM = Pattern.compile("(.+)-r(\\d+)-(\\d+)");

  /** The name without an ending; sorts by run, reader and sequence. */
  public String base() {
    return "%s-r%02d-%06d".formatted(run, reader, sequence);
  }

  /** The object's and the sealed file's name. */
  public String fileName() {
    return base() + ".pcapng";
  }

  /** Reads what {@link #base} wrote. */
  public static Optional<SegmentName> parse(String base) {
    Matcher matcher = FORM.matcher(base);
    return matcher.matches()
        ? Optional.of(
            new SegmentName(
                matcher.group(1),
                Integer.parseInt(matcher.group(2)),
                Long.parseLong(matcher.group(3))))
        : Optional.empty();
  }
}
