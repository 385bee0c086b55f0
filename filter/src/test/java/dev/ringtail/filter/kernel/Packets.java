// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.kernel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Packets for comparisons: layers piled up at random, some bytes changed, some cut short. */
public final class Packets {

  private static final int[] PORTS = {22, 53, 80, 443, 2152, 4500, 4789, 6081, 6635, 8080, 8472};

  private final RandomGenerator random;

  public Packets(long seed) {
    this.random = new Random(seed);
  }

  /** That many packets of 14 to some hundred bytes. */
  public List<byte[]> generate(int count) {
    List<byte[]> packets = new ArrayList<>(count);
    while (packets.size() < count) {
      packets.add(next());
    }
    return packets;
  }

  private byte[] next() {
    ByteBuffer out = ByteBuffer.allocate(1500);
    ethernet(out, 0);
    byte[] bytes = new byte[Math.max(14, out.position())];
    out.get(0, bytes);
    if (random.nextInt(4) == 0) {
      for (int i = random.nextInt(3); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
    }
    if (random.nextInt(4) == 0) {
      return java.util.Arrays.copyOf(bytes, 14 + random.nextInt(bytes.length - 13));
    }
    return bytes;
  }

  private void ethernet(ByteBuffer out, int depth) {
    for (int i = 0; i < 2; i++) {
      out.put((byte) (random.nextInt(8) == 0 ? 1 : 2)).put(new byte[4]);
      out.put((byte) random.nextInt(4));
    }
    etherType(out, depth);
  }

  private void etherType(ByteBuffer out, int depth) {
    switch (depth > 8 ? 9 : random.nextInt(10)) {
      case 0, 1 -> {
        out.putShort((short) (random.nextBoolean() ? 0x8100 : 0x88a8));
        out.putShort(
            (short) (random.nextInt(8) << 13 | random.nextInt(2) << 12 | random.nextInt(4)));
        etherType(out, depth + 1);
      }
      case 2 -> {
        out.putShort((short) 0x8847);
        mpls(out, depth + 1);
      }
      case 3 -> {
        out.putShort((short) 0x0806);
        out.putShort((short) 1).putShort((short) 0x800).put((byte) 6).put((byte) 4);
        out.putShort((short) (1 + random.nextInt(2))).put(new byte[20]);
      }
      case 4, 5, 6 -> {
        out.putShort((short) 0x0800);
        ipv4(out, depth + 1);
      }
      case 7, 8 -> {
        out.putShort((short) 0x86dd);
        ipv6(out, depth + 1);
      }
      default -> {
        out.putShort((short) random.nextInt());
        payload(out);
      }
    }
  }

  private void mpls(ByteBuffer out, int depth) {
    boolean bottom = depth > 6 || random.nextBoolean();
    out.putInt(random.nextInt(4) << 12 | random.nextInt(8) << 9 | (bottom ? 0x100 : 0) | 64);
    if (!bottom) {
      mpls(out, depth + 1);
      return;
    }
    switch (random.nextInt(3)) {
      case 0 -> ipv4(out, depth + 1);
      case 1 -> ipv6(out, depth + 1);
      default -> {
        out.putInt(0);
        ethernet(out, depth + 1);
      }
    }
  }

  private void ipv4(ByteBuffer out, int depth) {
    int protocol = protocol(depth);
    int options = random.nextInt(5) == 0 ? random.nextInt(11) : 0;
    int fragment =
        switch (random.nextInt(12)) {
          case 0 -> 0x2000;
          case 1 -> 0x2000 | 1 + random.nextInt(100);
          case 2 -> 0x4000;
          default -> 0;
        };
    out.put((byte) (0x40 | 5 + options)).put((byte) random.nextInt());
    out.putShort((short) (40 + random.nextInt(200))).putShort((short) random.nextInt());
    out.putShort((short) fragment);
    out.put((byte) (random.nextInt(4) + 62)).put((byte) protocol).putShort((short) 0);
    for (int i = 0; i < 2; i++) {
      out.putInt(0x0a000000 | random.nextInt(2) << 8 | random.nextInt(4));
    }
    for (int i = 0; i < options; i++) {
      out.putInt(0x01010101);
    }
    upper(out, protocol, depth);
  }

  private void ipv6(ByteBuffer out, int depth) {
    int protocol = protocol(depth);
    List<Integer> extensions = new ArrayList<>();
    while (random.nextInt(4) == 0 && extensions.size() < 5) {
      extensions.add(new int[] {0, 43, 44, 51, 60}[random.nextInt(5)]);
    }
    out.putInt(0x60000000 | random.nextInt(1 << 28)).putShort((short) (40 + random.nextInt(200)));
    out.put((byte) (extensions.isEmpty() ? protocol : (int) extensions.getFirst()));
    out.put((byte) 64);
    for (int i = 0; i < 2; i++) {
      out.putLong(0x20010db800000000L).putLong(random.nextInt(4));
    }
    for (int i = 0; i < extensions.size(); i++) {
      int next = i + 1 < extensions.size() ? extensions.get(i + 1) : protocol;
      extension(out, extensions.get(i), next);
    }
    upper(out, protocol, depth);
  }

  private void extension(ByteBuffer out, int kind, int next) {
    switch (kind) {
      case 43 -> {
        int segments = 1 + random.nextInt(3);
        out.put((byte) next)
            .put((byte) (2 * segments))
            .put((byte) (random.nextInt(4) == 0 ? 2 : 4));
        out.put((byte) (segments - 1)).put((byte) (segments - 1)).put((byte) 0).putShort((short) 7);
        for (int i = 0; i < segments; i++) {
          out.putLong(0xfc00000000000000L).putLong(i);
        }
      }
      case 44 -> {
        int offset = random.nextInt(3) == 0 ? random.nextInt(8) << 3 : 0;
        out.put((byte) next).put((byte) 0).putShort((short) (offset | random.nextInt(2)));
        out.putInt(random.nextInt());
      }
      case 51 -> out.put((byte) next).put((byte) 4).put(new byte[22]);
      default -> {
        int more = random.nextInt(3);
        out.put((byte) next).put((byte) more).put(new byte[6 + 8 * more]);
      }
    }
  }

  private int protocol(int depth) {
    int[] leaves = {6, 6, 6, 17, 17, 1, 58, 132, 50, 103};
    int[] all = {6, 6, 6, 17, 17, 17, 1, 58, 132, 50, 4, 41, 47, 103};
    int[] choice = depth > 6 ? leaves : all;
    return choice[random.nextInt(choice.length)];
  }

  private void upper(ByteBuffer out, int protocol, int depth) {
    switch (protocol) {
      case 4 -> ipv4(out, depth + 1);
      case 41 -> ipv6(out, depth + 1);
      case 47 -> gre(out, depth + 1);
      case 17 -> udp(out, depth + 1);
      case 6 -> tcp(out);
      default -> {
        out.put((byte) random.nextInt(10)).put((byte) random.nextInt(3));
        payload(out);
      }
    }
  }

  private void gre(ByteBuffer out, int depth) {
    int flags = random.nextInt(8);
    out.put((byte) ((flags & 4) << 5 | (flags & 3) << 4)).put((byte) 0);
    int inner = random.nextInt(3);
    out.putShort((short) new int[] {0x0800, 0x86dd, 0x6558}[inner]);
    for (int i = Integer.bitCount(flags); i > 0; i--) {
      out.putInt(random.nextInt(4));
    }
    switch (inner) {
      case 0 -> ipv4(out, depth + 1);
      case 1 -> ipv6(out, depth + 1);
      default -> ethernet(out, depth + 1);
    }
  }

  private int port() {
    return random.nextInt(3) == 0 ? 1024 + random.nextInt(4) : PORTS[random.nextInt(PORTS.length)];
  }

  private void tcp(ByteBuffer out) {
    int options = random.nextInt(3) == 0 ? 5 : 0;
    out.putShort((short) port()).putShort((short) port()).putInt(random.nextInt());
    out.putInt(random.nextInt()).put((byte) (5 + options << 4));
    out.put((byte) random.nextInt(256)).putInt(0).putShort((short) 0);
    if (options > 0) {
      out.put(new byte[] {2, 4, 5, (byte) random.nextInt(256), 4, 2, 8, 10});
      out.putInt(random.nextInt(4)).putInt(random.nextInt(4));
      out.put(new byte[] {1, 3, 3, 7});
    }
    payload(out);
  }

  private void udp(ByteBuffer out, int depth) {
    int port = port();
    out.putShort((short) port()).putShort((short) port).putInt(0x00200000);
    if (depth > 8) {
      payload(out);
      return;
    }
    switch (port) {
      case 4789, 8472 -> {
        out.putInt(0x08000000).putInt(random.nextInt(4) << 8);
        ethernet(out, depth + 1);
      }
      case 6081 -> {
        int options = random.nextInt(3);
        out.put((byte) options).put((byte) 0).putShort((short) 0x6558);
        out.putInt(random.nextInt(4) << 8);
        out.put(new byte[4 * options]);
        ethernet(out, depth + 1);
      }
      case 6635 -> mpls(out, depth + 1);
      case 2152 -> {
        boolean extended = random.nextBoolean();
        out.put((byte) (extended ? 0x34 : 0x30)).put((byte) 0xff).putShort((short) 60);
        out.putInt(random.nextInt(4));
        if (extended) {
          out.putInt(0x85).put(new byte[] {1, 0, 1, 0});
        }
        if (random.nextBoolean()) {
          ipv4(out, depth + 1);
        } else {
          ipv6(out, depth + 1);
        }
      }
      default -> payload(out);
    }
  }

  private void payload(ByteBuffer out) {
    byte[] bytes = new byte[random.nextInt(40)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    out.put(bytes);
  }
}
