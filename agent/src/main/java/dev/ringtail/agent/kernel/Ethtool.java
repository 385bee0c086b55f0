// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What a network driver says of itself, by the SIOCETHTOOL requests of {@code
 * include/uapi/linux/ethtool.h}. It asks in the network namespace of the process. A driver that
 * does not answer a question gives an empty answer.
 */
public final class Ethtool {
  private static final long SIOCETHTOOL = 0x8946;
  private static final int GDRVINFO = 0x3;
  private static final int GSTRINGS = 0x1b;
  private static final int GSTATS = 0x1d;
  private static final int GFLAGS = 0x25;
  private static final int GRXFHINDIR = 0x38;
  private static final int STRING_SET_STATS = 1;
  private static final int FLAG_RX_VLAN = 1 << 8;
  private static final int DRIVER_INFO_BYTES = 196;
  private static final int DRIVER_NAME_BYTES = 32;
  private static final int BUS_OFFSET = 100;
  private static final int BUS_BYTES = 32;
  private static final int STATISTICS_COUNT = 180;

  /** What bridges and tun devices say instead of a bus. */
  private static final Set<String> NO_BUSES = Set.of("N/A", "tun", "tap");

  private static final int STRING_BYTES = 32;
  private static final int MOST_HASH_ENTRIES = 1 << 16; // mlx5's largest has 2048

  private Ethtool() {}

  /** The driver's name, such as {@code veth} or {@code mlx5_core}. */
  public static Optional<String> driver(String networkInterface) {
    try (Arena arena = Arena.ofConfined()) {
      return driverInfo(arena, networkInterface)
          .map(info -> text(info, Integer.BYTES, DRIVER_NAME_BYTES));
    }
  }

  /**
   * Whether there is a device behind the interface, real or a virtual machine's: its driver names a
   * bus. Software devices name none, or no bus.
   */
  public static boolean isOnBus(String networkInterface) {
    try (Arena arena = Arena.ofConfined()) {
      return driverInfo(arena, networkInterface)
          .map(info -> text(info, BUS_OFFSET, BUS_BYTES))
          .filter(bus -> !bus.isEmpty() && !NO_BUSES.contains(bus))
          .isPresent();
    }
  }

  /** Whether the NIC takes VLAN tags out of received packets before XDP can see them. */
  public static boolean hidesVlanTags(String networkInterface) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = command(arena, GFLAGS, 8);
      return ask(arena, networkInterface, value)
          && (value.get(JAVA_INT, Integer.BYTES) & FLAG_RX_VLAN) != 0;
    }
  }

  /**
   * The receive queue of each entry of the NIC's hash table (receive-side scaling); empty where it
   * shows none.
   */
  public static List<Integer> hashTable(String networkInterface) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = command(arena, GRXFHINDIR, 8);
      int entries = ask(arena, networkInterface, size) ? size.get(JAVA_INT, Integer.BYTES) : 0;
      if (entries <= 0 || entries > MOST_HASH_ENTRIES) {
        return List.of();
      }
      MemorySegment table = command(arena, GRXFHINDIR, 8 + entries * Integer.BYTES);
      table.set(JAVA_INT, Integer.BYTES, entries);
      if (!ask(arena, networkInterface, table)) {
        return List.of();
      }
      return IntStream.range(0, entries).mapToObj(i -> table.getAtIndex(JAVA_INT, 2L + i)).toList();
    }
  }

  /** The driver's own statistics, in its order; their names are the driver's. */
  public static Map<String, Long> statistics(String networkInterface) {
    try (Arena arena = Arena.ofConfined()) {
      int count =
          driverInfo(arena, networkInterface)
              .map(info -> info.get(JAVA_INT, STATISTICS_COUNT))
              .orElse(0);
      if (count == 0) {
        return Map.of();
      }
      MemorySegment names = command(arena, GSTRINGS, 12 + count * STRING_BYTES);
      names.set(JAVA_INT, 4, STRING_SET_STATS);
      names.set(JAVA_INT, 8, count);
      MemorySegment values = command(arena, GSTATS, 8 + count * Long.BYTES);
      values.set(JAVA_INT, 4, count);
      Map<String, Long> statistics = new LinkedHashMap<>();
      if (ask(arena, networkInterface, names) && ask(arena, networkInterface, values)) {
        for (int i = 0; i < count; i++) {
          statistics.put(
              text(names, 12 + i * STRING_BYTES, STRING_BYTES),
              values.get(JAVA_LONG, 8 + (long) i * Long.BYTES));
        }
      }
      return statistics;
    }
  }

  private static Optional<MemorySegment> driverInfo(Arena arena, String networkInterface) {
    MemorySegment info = command(arena, GDRVINFO, DRIVER_INFO_BYTES);
    return Optional.of(info).filter(asked -> ask(arena, networkInterface, asked));
  }

  private static MemorySegment command(Arena arena, int command, int bytes) {
    MemorySegment memory = arena.allocate(bytes, 8);
    memory.set(JAVA_INT, 0, command);
    return memory;
  }

  private static boolean ask(Arena arena, String networkInterface, MemorySegment command) {
    MemorySegment request = NetDevice.request(arena, networkInterface);
    request.set(JAVA_LONG, NetDevice.NAME_BYTES, command.address());
    return NetDevice.ioctl(SIOCETHTOOL, request);
  }

  private static String text(MemorySegment memory, long offset, int bytes) {
    String raw =
        new String(memory.asSlice(offset, bytes).toArray(JAVA_BYTE), StandardCharsets.US_ASCII);
    int end = raw.indexOf('\0');
    return end < 0 ? raw : raw.substring(0, end);
  }
}
