// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the source says above each constant of an enum. */
final class EnumDocs {
  private static final Pattern CONSTANT =
      Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s+([A-Z_]+)\\(", Pattern.DOTALL);

  private EnumDocs() {}

  /** Sentences as Markdown, by the constant's name. */
  static Map<String, String> of(Class<? extends Enum<?>> type) throws IOException {
    String source =
        Files.readString(Path.of("src/main/java", type.getName().replace('.', '/') + ".java"));
    Map<String, String> docs = new LinkedHashMap<>();
    Matcher matcher = CONSTANT.matcher(source);
    while (matcher.find()) {
      docs.put(matcher.group(2), markdown(matcher.group(1)));
    }
    return docs;
  }

  private static String markdown(String javadoc) {
    return javadoc
        .replaceAll("\\s*\n\\s*\\*", " ")
        .replaceAll("\\{@code ([^}]*)}", "`$1`")
        .replaceAll("\\s+", " ")
        .strip();
  }
}
