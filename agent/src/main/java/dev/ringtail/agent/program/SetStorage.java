// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.filter.SetKey;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetUse;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The BPF map behind one kind of element of a set: a hash, or, once there are prefixes, an LPM
 * trie. The map is the only place that holds the elements.
 */
final class SetStorage implements AutoCloseable {
  private static final int LEAST_CAPACITY = 1 << 10;
  private static final int PREFIX_LENGTH_BYTES = Integer.BYTES;

  private final SetUse use;
  private final SetMap map;
  private final int capacity;

  private SetStorage(SetUse use, SetMap map, int capacity) {
    this.use = use;
    this.map = map;
    this.capacity = capacity;
  }

  /**
   * Makes a map that holds these elements, with room for as many again.
   *
   * @throws dev.ringtail.agent.kernel.KernelException when the kernel refuses; nothing is left then
   */
  static SetStorage of(SetUse use, SortedSet<SetKey> elements) {
    boolean trie = elements.stream().anyMatch(SetKey::isPrefix);
    int capacity = trie ? NamedSets.MOST : capacityFor(elements.size());
    int fd =
        Bpf.createMap(
            trie ? Bpf.MAP_TYPE_LPM_TRIE : Bpf.MAP_TYPE_HASH,
            "ringtail_set",
            use.type().keyBytes() + (trie ? PREFIX_LENGTH_BYTES : 0),
            Integer.BYTES,
            capacity,
            Bpf.MAP_FLAG_NO_PREALLOC);
    SetMap.Layout layout = trie ? SetMap.Layout.LPM_TRIE : SetMap.Layout.HASH;
    SetStorage storage = new SetStorage(use, new SetMap(fd, layout), capacity);
    try {
      elements.forEach(storage::add);
      return storage;
    } catch (RuntimeException e) {
      storage.close();
      throw e;
    }
  }

  private static int capacityFor(int elements) {
    int room = Math.max(LEAST_CAPACITY, Integer.highestOneBit(Math.max(1, elements)) << 2);
    return Math.min(NamedSets.MOST, room);
  }

  /** Whether all of these fit this kind of map of this size. */
  boolean canHold(SortedSet<SetKey> elements) {
    return elements.size() <= capacity
        && (map.layout() == SetMap.Layout.LPM_TRIE
            || elements.stream().noneMatch(SetKey::isPrefix));
  }

  /** The map as filters ask it. */
  SetMap map() {
    return map;
  }

  /** What the map holds now. */
  SortedSet<SetKey> elements() {
    SortedSet<SetKey> elements = new TreeSet<>();
    int bytes =
        use.type().keyBytes() + (map.layout() == SetMap.Layout.LPM_TRIE ? PREFIX_LENGTH_BYTES : 0);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment key = arena.allocate(bytes, Long.BYTES);
      String what = "set " + use.name();
      boolean more = Bpf.nextKey(map.fd(), MemorySegment.NULL, key, what);
      while (more) {
        elements.add(SetKey.read(use.type(), map.layout(), key.toArray(JAVA_BYTE)));
        more = Bpf.nextKey(map.fd(), key, key, what);
      }
    }
    return elements;
  }

  /** Puts an element into the map, in which it may be already. */
  void add(SetKey element) {
    try (Arena arena = Arena.ofConfined()) {
      Bpf.updateMap(
          map.fd(),
          key(arena, element),
          arena.allocateFrom(JAVA_INT, 0),
          "%s in set %s".formatted(element, use.name()));
    }
  }

  /** Takes an element out of the map; answers whether it was there. */
  boolean remove(SetKey element) {
    if (element.isPrefix() && map.layout() == SetMap.Layout.HASH) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      return Bpf.deleteFromMap(
          map.fd(), key(arena, element), "%s from set %s".formatted(element, use.name()));
    }
  }

  private MemorySegment key(Arena arena, SetKey element) {
    byte[] bytes = element.bytes(map.layout());
    MemorySegment key = arena.allocate(bytes.length, Long.BYTES);
    MemorySegment.copy(bytes, 0, key, JAVA_BYTE, 0, bytes.length);
    return key;
  }

  /** Lets go of the map; a program that asks it keeps it. */
  @Override
  public void close() {
    LibC.close(map.fd());
  }
}
