// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.pcap.OfflineFilter;
import dev.ringtail.filter.reference.ReferenceFilter;
import dev.ringtail.filter.reference.Sets;
import dev.ringtail.pcapng.PcapngReader;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A filter tried on the packets of a file: chains by the reference interpreter, tcpdump's language
 * by libpcap.
 *
 * @param packets in the file
 * @param matching their numbers, counted from 1 as Wireshark does
 */
record PacketTrial(long packets, List<Long> matching) {
  private static final int LINKTYPE_ETHERNET = 1;

  PacketTrial {
    matching = List.copyOf(matching);
  }

  /** Who judges. */
  @FunctionalInterface
  private interface Judge {
    boolean matches(byte[] packet, int length);
  }

  /**
   * @throws CommandException if the filter does not compile, asks sets, or the file cannot be read
   */
  static PacketTrial of(FilterLanguage language, String text, Path file) {
    CompiledFilter compiled;
    try {
      compiled = Filters.compile(language, text, LinkType.ETHERNET);
    } catch (FilterException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    }
    if (!compiled.sets().isEmpty()) {
      throw CommandException.usage(
          "the filter asks the set @%s, which only a running capture has; write its elements in braces to try them"
              .formatted(compiled.sets().iterator().next().name()));
    }
    if (language == FilterLanguage.PCAP) {
      try (OfflineFilter filter = new OfflineFilter(text)) {
        return of(filter::matches, file);
      }
    }
    return of(reference(text)::matches, file);
  }

  private static ReferenceFilter reference(String text) {
    try {
      return ReferenceFilter.parse(text, LinkType.ETHERNET, Sets.EMPTY);
    } catch (FilterException e) {
      throw new IllegalStateException("a filter that compiles does not parse", e);
    }
  }

  private static PacketTrial of(Judge judge, Path file) {
    List<Long> matching = new ArrayList<>();
    long number = 0;
    try (PcapngReader reader = PcapngReader.open(file)) {
      while (reader.advance()) {
        number++;
        if (reader.interfaceDescription().linkType() != LINKTYPE_ETHERNET) {
          throw CommandException.usage(
              "%s: packet %d is no Ethernet frame (link type %d), and filters ask those"
                  .formatted(file, number, reader.interfaceDescription().linkType()));
        }
        byte[] packet = reader.data().toArray(ValueLayout.JAVA_BYTE);
        if (judge.matches(packet, packet.length)) {
          matching.add(number);
        }
      }
    } catch (NoSuchFileException e) {
      throw new CommandException(ExitCode.USAGE, "there is no file " + file, e);
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    }
    return new PacketTrial(number, matching);
  }
}
