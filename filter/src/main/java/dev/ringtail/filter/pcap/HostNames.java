// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import dev.ringtail.filter.FilterException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the words that libpcap would ask the resolver, {@code /etc/networks} or {@code /etc/ethers}
 * for. Follows libpcap's own scanner and grammar (scanner.l, grammar.y) as far as it takes to know
 * what a word qualifies: a name is fine behind {@code port}, {@code portrange}, {@code proto} and
 * {@code protochain}, also further names that share the qualifier ({@code port http or https}).
 */
final class HostNames {

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<space>\\s+)|(?<mac>(?i)[0-9a-f]{1,2}(?:[:.-][0-9a-f]{1,2}){5}(?![\\w.:-])"
              + "|[0-9a-f]{4}\\.[0-9a-f]{4}\\.[0-9a-f]{4}(?![\\w.:-])|[0-9a-f]{12}(?![\\w.:-]))"
              + "|(?<six>(?i)(?=[0-9a-f:.]*(?:::|(?:[0-9a-f]+:){7}))[0-9a-f:.]+(?![\\w-]))"
              + "|(?<number>(?:0[xX][0-9a-fA-F]+|[0-9]+(?:\\.[0-9]+){0,3})"
              + "(?:-(?:0[xX][0-9a-fA-F]+|[0-9]+))?(?![\\w.-]))"
              + "|(?<escaped>\\\\[^ !()\\n\\t]+)"
              + "|(?<word>[A-Za-z0-9](?:[-_.A-Za-z0-9]*[.A-Za-z0-9])?)|(?<other>.)",
          Pattern.DOTALL);

  private static final Set<String> NAMED_TYPES = Set.of("port", "portrange", "proto", "protochain");
  private static final Set<String> HOST_TYPES = Set.of("host", "net", "gateway");

  /** Words behind which a name is no host: packet filter logs and 802.11 frame types. */
  private static final Set<String> TAKE_A_WORD =
      Set.of(
          "on",
          "ifname",
          "rset",
          "ruleset",
          "reason",
          "action",
          "type",
          "subtype",
          "dir",
          "direction",
          "wlan_type",
          "rnr",
          "rulenum",
          "srnr",
          "subrulenum");

  private static final Set<String> CONNECTIVES = Set.of("and", "or", "not");

  private static final Set<String> KEYWORDS =
      Set.of(
          ("dst src link ether ppp slip fddi tr wlan arp rarp ip ip6 ipv6 sctp tcp udp icmp icmp6"
                  + " icmpv6 igmp igrp pim vrrp carp radio ah esp atalk aarp decnet lat sca moprc"
                  + " mopdl iso esis es-is isis is-is l1 l2 iih lsp snp csnp psnp clnp stp ipx"
                  + " netbeui mask less greater byte broadcast multicast len length inbound outbound"
                  + " ifindex vlan mpls pppoed pppoes geneve vxlan lane metac bcc oam oamf4 oamf4ec"
                  + " oamf4sc sc ilmic vpi vci connectmsg fisu lssu msu hfisu hlssu hmsu sio opc dpc"
                  + " sls hsio hopc hdpc hsls llc ra ta address1 address2 address3 address4 addr1"
                  + " addr2 addr3 addr4 icmptype icmpcode icmp-echoreply icmp-unreach"
                  + " icmp-sourcequench icmp-redirect icmp-echo icmp-routeradvert"
                  + " icmp-routersolicit icmp-timxceed icmp-paramprob icmp-tstamp icmp-tstampreply"
                  + " icmp-ireq icmp-ireqreply icmp-maskreq icmp-maskreply icmp6type icmp6code"
                  + " icmp6-echo icmp6-echoreply icmp6-destinationrunreach icmp6-packettoobig"
                  + " icmp6-timeexceeded icmp6-parameterproblem icmp6-multicastlistenerquery"
                  + " icmp6-multicastlistenerreportv1 icmp6-multicastlistenerdone"
                  + " icmp6-routersolicit icmp6-routeradvert icmp6-neighborsolicit"
                  + " icmp6-neighboradvert icmp6-redirect icmp6-routerrenum"
                  + " icmp6-nodeinformationquery icmp6-nodeinformationresponse"
                  + " icmp6-ineighbordiscoverysolicit icmp6-ineighbordiscoveryadvert"
                  + " icmp6-multicastlistenerreportv2 icmp6-homeagentdiscoveryrequest"
                  + " icmp6-homeagentdiscoveryreply icmp6-mobileprefixsolicit"
                  + " icmp6-mobileprefixadvert icmp6-certpathsolicit icmp6-certpathadvert"
                  + " icmp6-multicastrouteradvert icmp6-multicastroutersolicit"
                  + " icmp6-multicastroutertermination tcpflags tcp-fin tcp-syn tcp-rst tcp-push"
                  + " tcp-ack tcp-urg tcp-ece tcp-cwr")
              .split(" "));

  private HostNames() {}

  /**
   * Refuses a text that holds a name libpcap would resolve.
   *
   * @throws FilterException at the first such name
   */
  static void refuse(String text) throws FilterException {
    Matcher token = TOKEN.matcher(text);
    int brackets = 0;
    boolean namesAllowed = false;
    boolean qualifying = false;
    boolean wordTaken = false;
    while (token.find()) {
      String word = token.group();
      if (token.group("space") != null) {
        continue;
      }
      if (token.group("other") != null) {
        brackets += word.equals("[") ? 1 : word.equals("]") ? -1 : 0;
        qualifying = false;
        continue;
      }
      boolean isName = token.group("escaped") != null || token.group("word") != null;
      if (brackets > 0 || !isName) {
        qualifying = false;
        wordTaken = false;
        continue;
      }
      if (CONNECTIVES.contains(word)) {
        qualifying = false;
      } else if (HOST_TYPES.contains(word) || NAMED_TYPES.contains(word)) {
        namesAllowed = NAMED_TYPES.contains(word);
        qualifying = true;
      } else if (TAKE_A_WORD.contains(word)) {
        wordTaken = true;
      } else if (KEYWORDS.contains(word)) {
        namesAllowed &= qualifying;
        qualifying = true;
      } else if (wordTaken || namesAllowed) {
        wordTaken = false;
        qualifying = false;
      } else {
        throw refusal(text, token.start(), word);
      }
    }
  }

  /** Whether libpcap knows the word itself. */
  static boolean isKeyword(String word) {
    return KEYWORDS.contains(word) || HOST_TYPES.contains(word) || NAMED_TYPES.contains(word);
  }

  private static FilterException refusal(String text, int position, String word) {
    return new FilterException(
        text,
        position,
        "\"%s\" would be looked up as a name of a host or network".formatted(word),
        "an address; names work for ports and protocols only",
        null);
  }
}
