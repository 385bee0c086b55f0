// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Questions to the kernel over a generic netlink socket, one at a time. The kernel has queued the
 * answer when it returns from the request, so nothing here waits.
 */
final class GenericNetlink implements AutoCloseable {
  private static final int AF_NETLINK = 16;
  private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
  private static final int NETLINK_GENERIC = 16;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int ANSWER_BYTES = 1 << 16;

  private static final int CONTROLLER = 0x10;
  private static final int GET_FAMILY = 3;
  private static final int FAMILY_ID = 1;
  private static final int FAMILY_NAME = 2;

  private final int socket;
  private int sequence;

  /**
   * @throws KernelException when the kernel has no such sockets
   */
  GenericNetlink() {
    socket =
        KernelException.check(
            LibC.socket(AF_NETLINK, SOCK_RAW_CLOEXEC, NETLINK_GENERIC),
            "cannot open a generic netlink socket");
  }

  /** The number of a family in the running kernel; empty when it has none of that name. */
  OptionalInt family(String name) {
    return ask(CONTROLLER, GET_FAMILY, FAMILY_NAME, NetlinkMessage.text(name))
        .map(answer -> answer.attributes().get(FAMILY_ID))
        .map(id -> OptionalInt.of(Short.toUnsignedInt(id.getShort(0))))
        .orElse(OptionalInt.empty());
  }

  /** The answer to a request of one attribute; empty when the kernel refuses. */
  Optional<NetlinkMessage> ask(int family, int command, int attribute, byte[] value) {
    int expected = ++sequence;
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer request = NetlinkMessage.request(family, expected, command, attribute, value);
      MemorySegment out = arena.allocate(request.remaining(), 8);
      out.copyFrom(MemorySegment.ofBuffer(request));
      if (LibC.send(socket, out.address(), out.byteSize(), 0) < 0) {
        return Optional.empty();
      }
      MemorySegment in = arena.allocate(ANSWER_BYTES, 8);
      long received = LibC.recv(socket, in.address(), ANSWER_BYTES, MSG_DONTWAIT);
      if (received <= 0) {
        return Optional.empty();
      }
      return NetlinkMessage.parse(ByteBuffer.wrap(in.asSlice(0, received).toArray(JAVA_BYTE)))
          .stream()
          .filter(answer -> answer.sequence() == expected && answer.type() == family)
          .findFirst();
    }
  }

  @Override
  public void close() {
    LibC.close(socket);
  }
}
