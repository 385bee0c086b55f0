// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.FilterChecks;
import dev.ringtail.agent.program.NamedSets;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.SetKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads what sets hold at the start: an element a line, {@code #} begins a comment. */
final class SetFiles {
  private final Optional<CompiledFilter> filter;

  private SetFiles(Optional<CompiledFilter> filter) {
    this.filter = filter;
  }

  /**
   * @param files by the names of the sets
   * @throws CommandException with file and line of what is no element, or with the name of a set
   *     that the filter does not ask
   */
  static Map<String, List<SetKey>> read(Map<String, Path> files, Optional<CompiledFilter> filter) {
    SetFiles reader = new SetFiles(filter);
    Map<String, List<SetKey>> sets = new TreeMap<>();
    files.forEach((name, file) -> sets.put(name, reader.read(name, file)));
    return sets;
  }

  private List<SetKey> read(String name, Path file) {
    requireAsked(name);
    List<SetKey> elements = new ArrayList<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      String text = line.replaceFirst("#.*", "").strip();
      if (!text.isEmpty()) {
        elements.add(element(name, file, number, text));
      }
    }
    if (elements.size() > NamedSets.MOST) {
      throw CommandException.usage(
          "%s has %d elements; a set holds %d at most"
              .formatted(file, elements.size(), NamedSets.MOST));
    }
    return elements;
  }

  private void requireAsked(String name) {
    if (filter.stream().noneMatch(asking -> FilterChecks.asks(asking, name))) {
      String asked =
          filter.stream()
              .flatMap(asking -> asking.sets().stream())
              .map(use -> "@" + use.name())
              .distinct()
              .sorted()
              .collect(Collectors.joining(", "));
      throw CommandException.usage(
          "--set %s: the filter asks %s; name one that it asks"
              .formatted(name, asked.isEmpty() ? "no set" : asked));
    }
  }

  private SetKey element(String name, Path file, int line, String text) {
    try {
      SetKey element = SetKey.parse(text);
      filter
          .flatMap(asking -> FilterChecks.misfit(asking, name, List.of(element)))
          .ifPresent(
              misfit -> {
                throw CommandException.usage("%s:%d: %s".formatted(file, line, misfit));
              });
      return element;
    } catch (FilterException e) {
      throw new CommandException(
          ExitCode.USAGE,
          "%s:%d: %s: %s; a set holds numbers, MAC addresses, IP addresses and prefixes"
              .formatted(file, line, text, e.summary()),
          e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.USAGE, "cannot read set %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
