// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.protocol.ProtocolTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The table in docs/FILTERS.md is the table of the compiler. To write it anew: run this test with
 * {@code -Dringtail.docs=write}.
 */
class ReferencePageIT {

  private static final Path PAGE = Path.of("..", "docs", "FILTERS.md");
  private static final String BEGIN = "<!-- generated from the protocol table: begin -->\n";
  private static final String END = "<!-- generated from the protocol table: end -->\n";

  @Test
  void shouldShowTheTableOfTheCompiler() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    String expected = "\n" + ProtocolReference.markdown(ProtocolTable.standard());
    if (System.getProperty("ringtail.docs", "").equals("write")) {
      Files.writeString(PAGE, page.substring(0, from) + expected + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to))
        .as("docs/FILTERS.md differs from the protocol table; run with -Dringtail.docs=write")
        .isEqualTo(expected);
  }
}
