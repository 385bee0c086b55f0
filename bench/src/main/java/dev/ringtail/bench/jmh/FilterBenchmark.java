// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.jmh;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import org.openjdk.jmh.annotations.Benchmark;

/** What a filter costs to compile, as the webhook does for each job. */
public class FilterBenchmark {
  /** A plain one in tcpdump's language, through libpcap. */
  @Benchmark
  public CompiledFilter pcap() throws FilterException {
    return Filters.compile(
        FilterLanguage.PCAP, "tcp port 443 and host 192.0.2.1", LinkType.ETHERNET);
  }

  /** A tunnelled one in the chain language. */
  @Benchmark
  public CompiledFilter chain() throws FilterException {
    return Filters.compile(
        FilterLanguage.CHAIN, "eth/ipv4/udp/vxlan/eth/ipv4/tcp[dport==443]", LinkType.ETHERNET);
  }
}
