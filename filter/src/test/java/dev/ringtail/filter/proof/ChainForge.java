// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Writes chain filters at random: mostly layers that can follow each other, with quantifiers,
 * alternatives, descents and predicates. Some of them no packet can match; the checker says so.
 */
final class ChainForge {

  private static final Map<String, List<String>> PREDICATES =
      Map.ofEntries(
          Map.entry(
              "eth", List.of("src==02:00:00:00:00:01", "type==ipv4", "dst!=02:00:00:00:00:02")),
          Map.entry("vlan", List.of("vid<3", "pcp>=4", "dei", "type==ipv6", "vid in @ids")),
          Map.entry("qinq", List.of("vid!=2", "!dei")),
          Map.entry("mpls", List.of("label==17", "s", "!s", "ttl>1")),
          Map.entry("cw", List.of("seq<2")),
          Map.entry(
              "ipv4", List.of("ttl==64", "host==10.0.0.1", "src!=10.0.1.0/24", "df", "ihl>5")),
          Map.entry("ipv6", List.of("hop_limit>=64", "net==2001:db8::/64", "host in @pods")),
          Map.entry("ip", List.of("version==4", "version==6", "host in @pods", "dst==10.0.0.2")),
          Map.entry("tcp", List.of("port==443", "syn", "!ack", "dport<=80", "port!=22")),
          Map.entry("udp", List.of("port==53", "sport>80", "dport in @ports", "length<90")),
          Map.entry("gre", List.of("k", "!s", "key==1", "seq!=2")),
          Map.entry("vxlan", List.of("vni<3")),
          Map.entry("geneve", List.of("opt_len>0", "!critical")),
          Map.entry("gtp", List.of("teid!=1", "seq<2")),
          Map.entry("srv6", List.of("segments_left==0", "flags==0")),
          Map.entry("dns", List.of("qr", "rcode==nxdomain")),
          Map.entry("esp", List.of("spi>1")),
          Map.entry("sctp", List.of("vtag<2")),
          Map.entry("arp", List.of("op==request")));

  private static final List<String> ANYWHERE =
      List.of("ipv4", "ipv6", "ip", "tcp", "udp", "vlan", "mpls", "gre", "srv6", "eth", "dns");

  private final RandomGenerator random;

  ChainForge(long seed) {
    this.random = new Random(seed);
  }

  /** Another filter. */
  String next() {
    StringBuilder text = new StringBuilder();
    String last;
    if (oneIn(3)) {
      last = ANYWHERE.get(random.nextInt(ANYWHERE.size()));
      text.append("//").append(layer(last));
    } else {
      last = "eth";
      text.append(oneIn(6) ? layer("eth") : "eth");
    }
    for (int steps = 1 + random.nextInt(4); steps > 0; steps--) {
      String next = following(last);
      if (next.equals("data")) {
        break;
      }
      boolean descends = oneIn(6);
      next = descends ? ANYWHERE.get(random.nextInt(ANYWHERE.size())) : next;
      text.append(descends ? "//" : "/");
      if (oneIn(6)) {
        String other = following(last);
        other = other.equals("data") ? next : other;
        text.append('(').append(layer(next)).append('|').append(layer(other)).append(')');
      } else {
        text.append(layer(next));
      }
      text.append(quantifier());
      last = next;
    }
    return text.append(" capture headers").toString();
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String following(String layer) {
    String carrier = layer.equals("ip") ? "ipv4" : layer;
    String next = Mix.EVERYTHING.behind(carrier, false, random);
    return switch (next) {
      case "extension", "other" -> carrier.equals("eth") ? "ip" : "tcp";
      default -> next;
    };
  }

  private String layer(String name) {
    List<String> choices = PREDICATES.getOrDefault(name, List.of());
    if (choices.isEmpty() || !oneIn(3)) {
      return name;
    }
    String predicate = choices.get(random.nextInt(choices.size()));
    return name + "[" + predicate + "]";
  }

  private String quantifier() {
    return switch (random.nextInt(14)) {
      case 0 -> "?";
      case 1 -> "*";
      case 2 -> "+";
      case 3 -> "{1,2}";
      default -> "";
    };
  }
}
