// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.kernel.LibBpf;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The native libraries that are loaded where they are used; their file names tell the version. */
final class LibraryChecks {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private LibraryChecks() {}

  static List<Check> all() {
    return List.of(libbpf(), libpcap());
  }

  private static Check libbpf() {
    try {
      LibBpf.bpf_object__close(0);
      return Check.ok(Check.NODE, "libbpf", loaded("libbpf.so"));
    } catch (LinkageError e) {
      return Check.failed(
          Check.NODE,
          "libbpf",
          "libbpf.so.1 is not found",
          "install libbpf1 (Debian, Ubuntu) or libbpf");
    }
  }

  private static Check libpcap() {
    try {
      Filters.compile(FilterLanguage.PCAP, "ip", LinkType.ETHERNET);
      return Check.ok(Check.NODE, "libpcap", loaded("libpcap.so"));
    } catch (LinkageError | FilterException e) {
      return Check.limited(
          Check.NODE,
          "libpcap",
          "libpcap is not found: no filters in tcpdump's language",
          "install libpcap0.8 (Debian, Ubuntu) or libpcap");
    }
  }

  /** The file that is mapped under this name, links resolved: {@code .../libpcap.so.1.10.3}. */
  private static String loaded(String name) {
    try {
      return Files.readAllLines(MAPS).stream()
          .filter(line -> line.contains("/" + name))
          .map(line -> line.substring(line.indexOf('/')))
          .findFirst()
          .orElse(name);
    } catch (IOException e) {
      return name;
    }
  }
}
