// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.proof;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Piles up packets from the link up, by a mix; some bytes are changed in every fourth, and every
 * fifth is cut short. Values come from small pools, so that filters find them. The same seed makes
 * the same packets.
 */
final class PacketForge {

  private static final int SHORTEST = 14;
  private static final int MOST_LAYERS = 9;
  private static final int CAPACITY = 4096;
  private static final int[] PORTS = {22, 53, 80, 443, 443, 1024, 1025, 8080, 50000};
  private static final int[] FLAGS = {0x02, 0x02, 0x12, 0x10, 0x18, 0x11, 0x04};
  private static final int[] HOPS = {1, 2, 63, 64, 64, 128, 255};

  private final Mix mix;
  private final RandomGenerator random;
  private final ByteBuffer out = ByteBuffer.allocate(CAPACITY);
  private int layers;

  PacketForge(Mix mix, long seed) {
    this.mix = mix;
    this.random = new Random(seed);
  }

  /** Another packet, of 14 to some hundred bytes. */
  byte[] next() {
    out.clear();
    layers = 0;
    ethernet();
    byte[] packet = Arrays.copyOf(out.array(), Math.max(SHORTEST, out.position()));
    if (random.nextInt(4) == 0) {
      for (int i = random.nextInt(3); i >= 0; i--) {
        packet[random.nextInt(packet.length)] = (byte) random.nextInt();
      }
    }
    if (random.nextInt(5) == 0) {
      return Arrays.copyOf(packet, SHORTEST + random.nextInt(packet.length - SHORTEST + 1));
    }
    return packet;
  }

  private String behind(String layer) {
    return mix.behind(layer, ++layers >= MOST_LAYERS, random);
  }

  private int from(int... pool) {
    return pool[random.nextInt(pool.length)];
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private PacketForge u8(int value) {
    out.put((byte) value);
    return this;
  }

  private PacketForge u16(int value) {
    out.putShort((short) value);
    return this;
  }

  private PacketForge u32(int value) {
    out.putInt(value);
    return this;
  }

  private PacketForge zeros(int count) {
    out.put(new byte[count]);
    return this;
  }

  private void data() {
    byte[] bytes = new byte[random.nextInt(24)];
    random.nextBytes(bytes);
    out.put(bytes);
  }

  private void mac() {
    u16(0x0200).u16(0).u8(0).u8(1 + random.nextInt(4));
  }

  private void address4() {
    u8(10).u8(0).u8(random.nextInt(2)).u8(1 + random.nextInt(4));
  }

  private void address6() {
    u32(0x20010db8).u32(random.nextInt(2)).u32(0).u32(1 + random.nextInt(4));
  }

  private void ethernet() {
    mac();
    mac();
    String next = behind("eth");
    u16(etherType(next));
    layer(next);
  }

  private int etherType(String layer) {
    return switch (layer) {
      case "ipv4" -> 0x0800;
      case "ipv6" -> 0x86dd;
      case "arp" -> 0x0806;
      case "vlan" -> 0x8100;
      case "qinq" -> 0x88a8;
      case "mpls" -> oneIn(6) ? 0x8848 : 0x8847;
      case "eth" -> 0x6558;
      default -> from(0x26, 0x88cc, 0x8863);
    };
  }

  private void layer(String name) {
    switch (name) {
      case "eth" -> ethernet();
      case "vlan", "qinq" -> tag(name);
      case "mpls" -> label();
      case "cw" -> {
        u8(random.nextInt(16)).u8(random.nextInt(256)).u16(random.nextInt(4));
        ethernet();
      }
      case "ipv4" -> ipv4();
      case "ipv6" -> ipv6();
      case "tcp" -> tcp();
      case "udp" -> udp();
      case "icmp", "icmp6" -> echo(name);
      case "sctp" -> {
        u16(from(PORTS)).u16(from(PORTS)).u32(random.nextInt(4)).u32(random.nextInt());
        u8(random.nextInt(5));
        data();
      }
      case "esp" -> {
        u32(random.nextInt(4)).u32(random.nextInt(4));
        data();
      }
      case "arp" -> {
        u16(1).u16(0x0800).u8(6).u8(4).u16(1 + random.nextInt(3));
        mac();
        address4();
        mac();
        address4();
      }
      case "gre" -> gre();
      default -> data();
    }
  }

  private void tag(String name) {
    u16(random.nextInt(8) << 13 | random.nextInt(2) << 12 | 1 + random.nextInt(4));
    String next = behind(name);
    u16(etherType(next));
    layer(next);
  }

  private void label() {
    String next = behind("mpls");
    int bottom = next.equals("mpls") ? 0 : 0x100;
    u32(16 + random.nextInt(4) << 12 | random.nextInt(8) << 9 | bottom | from(HOPS));
    layer(next);
  }

  private int protocol(String layer) {
    return switch (layer) {
      case "icmp" -> 1;
      case "ipv4" -> 4;
      case "tcp" -> 6;
      case "udp" -> 17;
      case "ipv6" -> 41;
      case "srv6" -> 43;
      case "gre" -> 47;
      case "esp" -> 50;
      case "icmp6" -> 58;
      case "sctp" -> 132;
      case "extension" -> from(0, 43, 44, 44, 51, 60);
      default -> from(2, 59, 103);
    };
  }

  private void ipv4() {
    String next = behind("ipv4");
    byte[] options = oneIn(4) ? ipv4Options() : new byte[0];
    int fragment = from(0, 0, 0, 0, 0, 0, 0x2000, 0x4000, 0x4000, 0x2001, 100, 0x8000);
    u8(oneIn(40) ? from(0x44, 0x4f, 0x40) : 0x45 + options.length / 4);
    u8(random.nextInt(4) << 2 | random.nextInt(4)).u16(40 + random.nextInt(100));
    u16(random.nextInt(4)).u16(fragment).u8(from(HOPS)).u8(protocol(next)).u16(random.nextInt());
    address4();
    address4();
    out.put(options);
    layer(next);
  }

  private byte[] ipv4Options() {
    return switch (random.nextInt(5)) {
      case 0 -> new byte[] {(byte) 148, 4, 0, (byte) random.nextInt(2)};
      case 1 -> new byte[] {1, 7, 7, 4, 1, 2, 3, 4};
      case 2 -> new byte[] {68, 8, 5, 0, 0, 0, 0, 0, (byte) 131, 3, 4, 0};
      case 3 -> new byte[] {(byte) 137, 3, 4, 1, (byte) 148, 2, 0, 0};
      default -> new byte[] {1, 1, 1, 0, 7, 3, 4, 0};
    };
  }

  private void ipv6() {
    String next = behind("ipv6");
    u32(0x60000000 | random.nextInt(4) << 22 | random.nextInt(4)).u16(random.nextInt(200));
    int number = protocol(next);
    u8(number).u8(from(HOPS));
    address6();
    address6();
    behindIpv6(next, number);
  }

  private void behindIpv6(String layer, int number) {
    switch (layer) {
      case "extension" -> extension(number);
      case "srv6" -> segments();
      default -> layer(layer);
    }
  }

  private void extension(int number) {
    String next = behind("extension");
    int following = protocol(next);
    u8(following);
    switch (number) {
      case 44 -> u8(0).u16(from(0, 1, 0, 1, 0x51, 0x08)).u32(random.nextInt(4));
      case 51 -> u8(4).zeros(22);
      case 43 -> u8(2).u8(from(0, 2, 3)).u8(0).zeros(4 + 16);
      default -> {
        int more = random.nextInt(3);
        u8(more).zeros(6 + 8 * more);
      }
    }
    behindIpv6(next, following);
  }

  private void segments() {
    String next = behind("srv6");
    int count = 1 + random.nextInt(4);
    int number = protocol(next);
    u8(number).u8(2 * count + (oneIn(4) ? 1 : 0)).u8(4).u8(random.nextInt(count));
    int surplus = (out.get(out.position() - 3) & 1) * 8;
    u8(oneIn(8) ? count + 1 : count - 1).u8(random.nextInt(2)).u16(random.nextInt(4));
    for (int i = 0; i < count; i++) {
      address6();
    }
    zeros(surplus);
    behindIpv6(next, number);
  }

  private void tcp() {
    String next = behind("tcp");
    boolean dns = next.equals("dns");
    byte[] options = oneIn(2) ? tcpOptions() : new byte[0];
    u16(dns && oneIn(2) ? 53 : from(PORTS)).u16(dns ? 53 : from(PORTS));
    u32(random.nextInt(4)).u32(random.nextInt(4));
    u8((oneIn(40) ? random.nextInt(16) : 5 + options.length / 4) << 4)
        .u8(oneIn(2) ? from(FLAGS) : random.nextInt(256));
    u16(random.nextInt(4) * 1000).u16(random.nextInt()).u16(random.nextInt(3));
    out.put(options);
    if (dns) {
      u16(12);
      dns();
    } else {
      data();
    }
  }

  private byte[] tcpOptions() {
    byte small = (byte) random.nextInt(4);
    return switch (random.nextInt(7)) {
      case 0 -> new byte[] {2, 4, 5, (byte) (0xb4 - small)};
      case 6 -> new byte[] {4, 2, 2, 4, 5, small, 1, 1};
      case 1 ->
          new byte[] {2, 4, 5, (byte) 0xb4, 4, 2, 8, 10, 0, 0, 0, small, 0, 0, 0, 2, 1, 3, 3, 7};
      case 2 -> new byte[] {1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, small};
      case 3 -> new byte[] {1, 1, 5, 10, 0, 0, 0, 1, 0, 0, 0, 9};
      case 4 -> new byte[] {3, 3, small, 0, 2, 4, 5, 0};
      default -> new byte[] {(byte) 254, small, 1, 1, 2, 3, 3, 9};
    };
  }

  private void udp() {
    String next = behind("udp");
    int port =
        switch (next) {
          case "vxlan" -> from(4789, 4789, 8472);
          case "geneve" -> 6081;
          case "gtp" -> 2152;
          case "mpls" -> 6635;
          case "dns" -> 53;
          case "esp" -> 4500;
          default -> from(PORTS);
        };
    boolean either = next.equals("dns") || next.equals("esp");
    boolean reply = either && oneIn(2);
    u16(reply ? port : from(PORTS)).u16(reply ? from(PORTS) : port);
    u16(8 + random.nextInt(100)).u16(random.nextInt(2));
    switch (next) {
      case "vxlan" -> {
        u32(0x08000000).u32(1 + random.nextInt(4) << 8);
        ethernet();
      }
      case "geneve" -> geneve();
      case "gtp" -> gtp();
      case "dns" -> dns();
      default -> layer(next);
    }
  }

  private void geneve() {
    String next = behind("geneve");
    int[] words = new int[random.nextInt(4)];
    Arrays.setAll(words, i -> random.nextInt(3));
    int total = Arrays.stream(words).sum() + words.length;
    u8((oneIn(20) ? 0x40 : 0) | total).u8(random.nextInt(4) << 6);
    u16(etherType(next)).u32(1 + random.nextInt(4) << 8);
    for (int length : words) {
      u16(0x100 + random.nextInt(3)).u8(from(0x01, 0x80, 0x81)).u8(length).zeros(4 * length);
    }
    layer(next);
  }

  private void gtp() {
    String next = behind("gtp");
    int flags = oneIn(3) ? 0 : random.nextInt(8);
    u8(oneIn(30) ? random.nextInt(256) : 0x30 | flags).u8(oneIn(10) ? 1 : 255);
    u16(random.nextInt(100)).u32(1 + random.nextInt(4));
    if (flags != 0) {
      int extensions = (flags & 4) != 0 ? random.nextInt(5) : 0;
      u16(random.nextInt(4)).u8(random.nextInt(4)).u8(extensions > 0 ? from(0x85, 0xc0) : 0);
      for (int i = 1; i <= extensions; i++) {
        int words = 1 + random.nextInt(2);
        u8(words).zeros(4 * words - 2).u8(i < extensions ? from(0x85, 0xc0, 0x40) : 0);
      }
    }
    layer(next);
  }

  private void dns() {
    u16(random.nextInt(4)).u8(random.nextInt(2) << 7 | random.nextInt(3) << 3);
    u8(random.nextInt(4)).u16(1 + random.nextInt(2)).zeros(6);
    data();
  }

  private void gre() {
    String next = behind("gre");
    int flags = random.nextInt(8);
    int routing = oneIn(20) ? 0x40 : 0;
    u8((flags & 4) << 5 | (flags & 3) << 4 | routing).u8(oneIn(20) ? 1 : 0);
    u16(etherType(next));
    for (int i = Integer.bitCount(flags); i > 0; i--) {
      u32(random.nextInt(4));
    }
    layer(next);
  }

  private void echo(String name) {
    u8(name.equals("icmp") ? from(0, 3, 5, 8, 8, 11) : from(1, 2, 128, 128, 129, 133, 135, 136));
    u8(random.nextInt(3)).u16(random.nextInt()).u16(random.nextInt(4)).u16(random.nextInt(4));
    data();
  }
}
