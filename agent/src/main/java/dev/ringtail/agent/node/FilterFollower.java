// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.ChangeRefusedException;
import dev.ringtail.agent.capture.LiveFilter;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import java.util.Objects;

/**
 * Keeps the filter of a running capture as the plan has it. One that cannot run is tried once; the
 * old one judges on, and {@link #trouble} says why.
 */
final class FilterFollower {
  /** Takes every packet, where a plan has no filter any more. */
  private static final String EVERYTHING = "eth";

  private final LiveFilter live;
  private Filter last;
  private volatile String trouble = "";

  /**
   * @param first the filter with which the capture was made; null: none
   */
  FilterFollower(LiveFilter live, Filter first) {
    this.live = live;
    this.last = first;
  }

  /** Returns when the filter judges, which takes as long as the kernel takes to verify it. */
  synchronized void follow(Filter wanted) {
    if (Objects.equals(wanted, last)) {
      return;
    }
    last = wanted;
    try {
      live.change(compile(wanted));
      trouble = "";
    } catch (FilterException | ChangeRefusedException e) {
      trouble = "the filter was not changed: " + e.getMessage();
    }
  }

  private static CompiledFilter compile(Filter filter) throws FilterException {
    if (filter == null) {
      return Filters.compile(FilterLanguage.CHAIN, EVERYTHING, LinkType.ETHERNET);
    }
    return filter.chain() == null
        ? Filters.compile(FilterLanguage.PCAP, filter.pcap(), LinkType.ETHERNET)
        : Filters.compile(FilterLanguage.CHAIN, filter.chain(), LinkType.ETHERNET);
  }

  /** Why the plan's filter does not judge; empty when it does. */
  String trouble() {
    return trouble;
  }
}
