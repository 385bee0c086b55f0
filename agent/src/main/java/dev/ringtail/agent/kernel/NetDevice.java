// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the kernel says of a network interface in the calling thread's network namespace, by the
 * requests of netdevice(7); unlike /sys it needs no mount.
 */
public final class NetDevice {
  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM = 2;
  private static final long SIOCGIFMTU = 0x8921;
  private static final long SIOCGIFHWADDR = 0x8927;
  private static final int ARPHRD_ETHER = 1;

  /** lo, whose packets have an Ethernet header of zeros. */
  private static final int ARPHRD_LOOPBACK = 772;

  private static final int REQUEST_BYTES = 40;
  static final int NAME_BYTES = 16;
  private static final int MAC_BYTES = 6;
  private static final Path DEVICES = Path.of("/proc/thread-self/net/dev");
  private static final int RECEIVED_FIELD = 1;
  private static final HexFormat MAC = HexFormat.ofDelimiter(":");

  private NetDevice() {}

  /** Bytes that fit behind the link header; 0 when there is no such interface. */
  public static int mtu(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return ask(arena, name, SIOCGIFMTU).map(answer -> answer.get(JAVA_INT, NAME_BYTES)).orElse(0);
    }
  }

  /** Six hexadecimal bytes with colons; empty for an interface without Ethernet addresses. */
  public static String macAddress(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return ask(arena, name, SIOCGIFHWADDR)
          .filter(answer -> answer.get(JAVA_SHORT, NAME_BYTES) == ARPHRD_ETHER)
          .map(answer -> answer.asSlice(NAME_BYTES + Short.BYTES, MAC_BYTES).toArray(JAVA_BYTE))
          .map(MAC::formatHex)
          .orElse("");
    }
  }

  /** Whether packets have an Ethernet header; not so on tun devices and most tunnels. */
  public static boolean isEthernet(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return ask(arena, name, SIOCGIFHWADDR)
          .map(answer -> Short.toUnsignedInt(answer.get(JAVA_SHORT, NAME_BYTES)))
          .filter(type -> type == ARPHRD_ETHER || type == ARPHRD_LOOPBACK)
          .isPresent();
    }
  }

  /** Names of all interfaces, in the kernel's order. */
  public static List<String> names() throws IOException {
    return devices()
        .filter(line -> line.contains(":"))
        .map(line -> line.substring(0, line.indexOf(':')))
        .toList();
  }

  private static Stream<String> devices() throws IOException {
    return Files.readAllLines(DEVICES).stream().map(String::strip);
  }

  /** Packets it has received since it exists; -1 when there is no such interface. */
  public static long received(String name) {
    try {
      return devices()
          .filter(line -> line.startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).strip().split(" +"))
          .mapToLong(fields -> Long.parseLong(fields[RECEIVED_FIELD]))
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }

  private static Optional<MemorySegment> ask(Arena arena, String name, long request) {
    MemorySegment argument = request(arena, name);
    return ioctl(request, argument) ? Optional.of(argument) : Optional.empty();
  }

  /** A {@code struct ifreq} with the interface's name; its argument follows at 16. */
  static MemorySegment request(Arena arena, String name) {
    MemorySegment request = arena.allocate(REQUEST_BYTES, 8);
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    MemorySegment.copy(bytes, 0, request, JAVA_BYTE, 0, Math.min(bytes.length, NAME_BYTES - 1));
    return request;
  }

  /** Makes one request on a socket of its own; false when it was refused. */
  static boolean ioctl(long request, MemorySegment argument) {
    int socket = LibC.socket(AF_INET, SOCK_DGRAM, 0);
    if (socket < 0) {
      return false;
    }
    try {
      return LibC.ioctl(socket, request, argument.address()) == 0;
    } finally {
      LibC.close(socket);
    }
  }
}
