// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.SetKey;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetType;
import dev.ringtail.filter.SetUse;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The sets that filters ask by name. A set may hold elements of several kinds, each in a map of its
 * own; a filter asks for some of them. A map is changed in place where that is possible, and else
 * made anew with the old elements and the new ones. One thread at a time.
 */
public final class NamedSets implements AutoCloseable {
  /** Most elements of one kind in a set. */
  public static final int MOST = 1 << 18;

  private final SortedMap<String, Map<SetType, SetStorage>> sets = new TreeMap<>();

  /**
   * What became of a change.
   *
   * @param elements how many were added or removed
   * @param isRemade whether a map was made anew: programs ask the old one until they are made again
   */
  public record Change(int elements, boolean isRemade) {}

  /** The names of all sets, also of empty ones. */
  public SortedSet<String> names() {
    return new TreeSet<>(sets.keySet());
  }

  /** The maps that a filter asks; those that are not there yet are made, empty. */
  public Map<SetUse, SetMap> mapsOf(CompiledFilter filter) {
    Map<SetUse, SetMap> maps = new HashMap<>();
    for (SetUse use : filter.sets()) {
      SetStorage storage =
          kinds(use.name())
              .computeIfAbsent(use.type(), type -> SetStorage.of(use, new TreeSet<>()));
      maps.put(use, storage.map());
    }
    return maps;
  }

  /**
   * Adds elements to a set, which is made if there is none of that name.
   *
   * @throws IllegalArgumentException if the set would become larger than sets may be
   * @throws dev.ringtail.agent.kernel.KernelException when the kernel refuses; some may have been
   *     added then
   */
  public Change add(String name, Collection<SetKey> elements) {
    Map<SetType, SortedSet<SetKey>> wanted = new EnumMap<>(SetType.class);
    elements.forEach(
        element -> wanted.computeIfAbsent(element.type(), t -> new TreeSet<>()).add(element));
    int added = 0;
    boolean isRemade = false;
    for (Map.Entry<SetType, SortedSet<SetKey>> kind : wanted.entrySet()) {
      Change change = add(new SetUse(name, kind.getKey()), kind.getValue());
      added += change.elements();
      isRemade |= change.isRemade();
    }
    return new Change(added, isRemade);
  }

  private Change add(SetUse use, SortedSet<SetKey> elements) {
    SetStorage storage = kinds(use.name()).get(use.type());
    SortedSet<SetKey> all = storage == null ? new TreeSet<>() : storage.elements();
    int before = all.size();
    all.addAll(elements);
    if (all.size() > MOST) {
      throw new IllegalArgumentException(
          "set %s would hold %d elements; a set holds %d at most"
              .formatted(use.name(), all.size(), MOST));
    }
    boolean fits = storage != null && storage.canHold(all);
    if (fits) {
      elements.forEach(storage::add);
    } else {
      kinds(use.name()).put(use.type(), SetStorage.of(use, all));
      if (storage != null) {
        storage.close();
      }
    }
    return new Change(all.size() - before, !fits);
  }

  /** Removes elements from a set; those that it does not hold are passed over. */
  public Change remove(String name, Collection<SetKey> elements) {
    int removed = 0;
    for (SetKey element : elements) {
      SetStorage storage = sets.getOrDefault(name, Map.of()).get(element.type());
      if (storage != null && storage.remove(element)) {
        removed++;
      }
    }
    return new Change(removed, false);
  }

  /** What a set holds, in order; nothing if there is no such set. */
  public SortedSet<SetKey> elements(String name) {
    SortedSet<SetKey> all = new TreeSet<>();
    sets.getOrDefault(name, Map.of()).values().forEach(storage -> all.addAll(storage.elements()));
    return all;
  }

  private Map<SetType, SetStorage> kinds(String name) {
    return sets.computeIfAbsent(name, n -> new EnumMap<>(SetType.class));
  }

  @Override
  public void close() {
    sets.values().forEach(kinds -> kinds.values().forEach(SetStorage::close));
    sets.clear();
  }
}
