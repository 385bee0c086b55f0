// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compiles filters to see whether they are right, and remembers the latest answers. */
public final class FilterCheck {
  private static final Logger LOG = LoggerFactory.getLogger(FilterCheck.class);
  private static final int REMEMBERED = 256;

  private final Map<Filter, Optional<String>> answers =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Filter, Optional<String>> eldest) {
              return size() > REMEMBERED;
            }
          });

  /**
   * What is wrong with the filter, with the place; empty if nothing is.
   *
   * @param filter with one language, or null
   */
  public Optional<String> complaint(Filter filter) {
    if (filter == null) {
      return Optional.empty();
    }
    Optional<String> known = answers.get(filter);
    if (known == null) {
      known = compile(filter);
      answers.put(filter, known);
    }
    return known;
  }

  private static Optional<String> compile(Filter filter) {
    try {
      if (filter.chain() != null) {
        Filters.compile(FilterLanguage.CHAIN, filter.chain(), LinkType.ETHERNET);
      } else {
        Filters.compile(FilterLanguage.PCAP, filter.pcap(), LinkType.ETHERNET);
      }
      return Optional.empty();
    } catch (FilterException e) {
      return Optional.of(e.getMessage());
    } catch (LinkageError e) {
      LOG.warn("libpcap is not there, so agents alone judge filters in its language", e);
      return Optional.empty();
    }
  }
}
