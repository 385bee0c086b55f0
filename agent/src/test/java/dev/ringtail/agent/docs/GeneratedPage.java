// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.docs;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of which the parts between marks come from code. */
final class GeneratedPage {
  private static final Pattern SECTION =
      Pattern.compile("(<!-- generated: ([a-z ]+) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private GeneratedPage() {}

  /**
   * The page with its sections as they should be.
   *
   * @param sections Markdown by the name of its section
   * @throws AssertionError when page and sections do not name the same
   */
  static String fill(String page, Map<String, String> sections) {
    Matcher matcher = SECTION.matcher(page);
    String filled = matcher.replaceAll(found -> Matcher.quoteReplacement(fill(found, sections)));
    if (SECTION.matcher(page).results().count() != sections.size()) {
      throw new AssertionError("the page does not have each of the sections " + sections.keySet());
    }
    return filled;
  }

  private static String fill(MatchResult found, Map<String, String> sections) {
    String content = sections.get(found.group(2));
    if (content == null) {
      throw new AssertionError("nothing makes the section " + found.group(2));
    }
    return found.group(1) + content + found.group(3);
  }
}
