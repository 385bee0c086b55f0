// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said about text that is no pcap filter. */
class PcapErrorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "host www.example.com | 6 | www.example.com",
        "src web1 | 5 | web1",
        "net lab | 5 | lab",
        "gateway router | 9 | router",
        "ether host desk | 12 | desk",
        "tcp port http and host web1 | 24 | web1",
        "port http or src web1 | 18 | web1",
        "host 10.0.0.1 or web1 | 18 | web1",
        "not web1 | 5 | web1",
        "(tcp or web1) | 9 | web1",
        "host \\tcp | 6 | \\tcp",
        "abc:def | 1 | abc",
        "host fe | 6 | fe",
      })
  void shouldRefuseHostNamesBeforeTheyAreLookedUp(String text, int column, String name) {
    FilterException e = refusal(text);
    assertThat(e.summary())
        .isEqualTo("\"%s\" would be looked up as a name of a host or network".formatted(name));
    assertThat(e.column()).isEqualTo(column);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "port domain or https",
        "tcp port (http or https)",
        "proto \\tcp",
        "ip proto \\tcp and port ssh",
        "ether host 00-11-22-33-44-55",
        "ether host 0011.2233.4455",
        "ether host 001122334455",
        "host 2001:db8::1 or net 10.0.0.0/8",
        "icmp[icmptype] = icmp-echo",
        "tcp[tcpflags] & (tcp-syn|tcp-fin) != 0",
        "portrange 8000-9000",
        "net 10 or net 10.1",
      })
  void shouldAcceptWhatLibpcapKnowsItself(String text) {
    assertThatCode(() -> Filters.compile(FilterLanguage.PCAP, text, LinkType.ETHERNET))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldPassOnTheWordsOfLibpcapWithTheFilter() {
    FilterException e = refusal("tcp port");
    assertThat(e).hasMessageContaining("libpcap says: ").hasMessageContaining("\n  tcp port\n");
    assertThat(refusal("port 99999").summary()).startsWith("libpcap says: ");
  }

  @Test
  void shouldCallAnOptionASyntaxErrorAtItsColumn() {
    FilterException e = refusal("-z /tmp/x.sh");
    assertThat(e.summary()).startsWith("syntax error");
    assertThat(e.column()).isEqualTo(1);
  }

  @Test
  void shouldRefuseTextOverTheLimit() {
    FilterException e = refusal("tcp " + "or tcp ".repeat(600));
    assertThat(e.summary()).contains("4096");
  }

  @Test
  void shouldSendDirectionsToTheCapturePoint() {
    assertThat(refusal("inbound and tcp").expectation())
        .hasValueSatisfying(expected -> assertThat(expected).contains("direction"));
  }

  private static FilterException refusal(String text) {
    return catchThrowableOfType(
        FilterException.class, () -> Filters.compile(FilterLanguage.PCAP, text, LinkType.ETHERNET));
  }
}
