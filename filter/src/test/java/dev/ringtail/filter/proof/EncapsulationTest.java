// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.reference.ReferenceFilter;
import dev.ringtail.filter.reference.Sets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The reference interpreter reads what scapy built as scapy meant it. */
class EncapsulationTest {

  @Test
  void shouldMatchFromTheExpectedByteOn() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Encapsulation row : Encapsulation.all()) {
      ReferenceFilter filter = ReferenceFilter.parse(row.filter(), LinkType.ETHERNET, Sets.EMPTY);
      for (int length = 0; length <= row.packet().length; length++) {
        if (filter.matches(row.packet(), length) != row.matches(length)) {
          wrong.add(row.describe(length));
          break;
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void shouldKeepTheHeadersOfTheChain() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Encapsulation row : Encapsulation.all()) {
      String text = row.filter() + " capture headers";
      ReferenceFilter filter = ReferenceFilter.parse(text, LinkType.ETHERNET, Sets.EMPTY);
      for (int length = 0; length <= row.packet().length; length++) {
        int kept = filter.kept(row.packet(), length).orElse(0);
        if (row.matches(length) && kept != row.kept(length)) {
          wrong.add(row.describe(length) + " keeps " + kept);
          break;
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
