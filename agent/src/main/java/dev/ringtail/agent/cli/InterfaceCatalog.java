// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.kernel.NetDevice;
import dev.ringtail.crds.yaml.Spelling;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The network interfaces of this process's network namespace. */
final class InterfaceCatalog {
  private static final Path ROUTES = Path.of("/proc/self/net/route");
  private static final String LOOPBACK = "lo";
  private static final String DEFAULT_DESTINATION = "00000000";

  private InterfaceCatalog() {}

  /** Names of all interfaces, in the kernel's order. */
  static List<String> names() {
    try {
      return NetDevice.names();
    } catch (IOException e) {
      throw unreadable("the list of network interfaces", e);
    }
  }

  /** All interfaces but loopback. */
  static List<CapturedInterface> all() {
    return names().stream()
        .filter(name -> !name.equals(LOOPBACK))
        .map(CapturedInterface::here)
        .toList();
  }

  /**
   * The interfaces that the patterns mean, each once, in the order of the patterns.
   *
   * @param patterns names or globs; empty: the interface of the default route
   * @throws CommandException when one means nothing
   */
  static List<CapturedInterface> resolve(List<String> patterns) {
    Set<String> chosen = new LinkedHashSet<>();
    if (patterns.isEmpty()) {
      chosen.add(ofDefaultRoute());
    }
    for (String pattern : patterns) {
      List<String> found = matching(pattern);
      if (found.isEmpty()) {
        throw unknown(pattern);
      }
      chosen.addAll(found);
    }
    return chosen.stream()
        .map(InterfaceCatalog::requireEthernet)
        .map(CapturedInterface::here)
        .toList();
  }

  private static String requireEthernet(String name) {
    if (!NetDevice.isEthernet(name)) {
      throw CommandException.refused(
          "packets of %s have no Ethernet header, and such are not captured in this version; name the interface that carries them"
              .formatted(name));
    }
    return name;
  }

  private static List<String> matching(String pattern) {
    if (names().contains(pattern)) {
      return List.of(pattern);
    }
    if (!isGlob(pattern)) {
      return List.of();
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    return names().stream()
        .filter(name -> !name.equals(LOOPBACK) && matcher.matches(Path.of(name)))
        .toList();
  }

  private static boolean isGlob(String pattern) {
    return pattern.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }

  private static CommandException unknown(String pattern) {
    List<String> names = new ArrayList<>(names());
    if (isGlob(pattern)) {
      names.remove(LOOPBACK);
      return CommandException.refused(
          "no interface matches '%s'; there are: %s".formatted(pattern, String.join(", ", names)));
    }
    String suggestion = Spelling.suggestion(pattern, names);
    return CommandException.refused(
        "there is no interface %s%s"
            .formatted(
                pattern,
                suggestion.isEmpty() ? "; there are: " + String.join(", ", names) : suggestion));
  }

  private static String ofDefaultRoute() {
    return lines(ROUTES).stream()
        .map(line -> line.split("\t"))
        .filter(fields -> fields.length > 1 && fields[1].equals(DEFAULT_DESTINATION))
        .map(fields -> fields[0])
        .findFirst()
        .orElseThrow(
            () ->
                CommandException.refused(
                    "there is no default route whose interface could be captured; name one with"
                        + " --interface: "
                        + String.join(", ", names())));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw unreadable(file.toString(), e);
    }
  }

  private static CommandException unreadable(String what, IOException e) {
    return new CommandException(
        ExitCode.REFUSED, "cannot read %s: %s".formatted(what, e.getMessage()), e);
  }
}
