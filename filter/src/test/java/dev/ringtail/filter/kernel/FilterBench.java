// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.kernel;

import com.sun.jna.Memory;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.EbpfProgram;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.ProgramContract;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.bpf.Assembler;
import dev.ringtail.filter.bpf.Condition;
import dev.ringtail.filter.bpf.Helper;
import dev.ringtail.filter.bpf.Label;
import dev.ringtail.filter.bpf.Operation;
import dev.ringtail.filter.bpf.Register;
import dev.ringtail.filter.bpf.Width;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Loads filters into the kernel as they will run, between an entry program and a capture program,
 * and shows them packets by BPF_PROG_TEST_RUN. The capture program here only returns a verdict of
 * its own.
 */
public final class FilterBench implements AutoCloseable {

  /** Returned where the filter did not call on. */
  public static final int REJECTED = 2;

  /** Returned by the capture program. */
  public static final int CAPTURED = 1;

  private static final int COUNTER_BYTES = 128;
  private static final int EXTENT = 96;
  private static final int CPUS = 1024;
  private static final int CPU_COUNT = Runtime.getRuntime().availableProcessors();
  private static final int MAX_PACKET = 64 << 10;
  private static final int MAX_PROGRAMS = 4096;
  private static final int ETHER_TYPE = 12;
  private static final int SKB_CB = 48;
  private static final int XDP_DATA_END = 4;
  private static final int SKB_DATA_END = 80;

  private final Hook hook;
  private final int counters;
  private final int slots;
  private final List<Integer> descriptors = new ArrayList<>();
  private final Map<SetUse, SetMap> sets = new HashMap<>();
  private final Memory packet = new Memory(MAX_PACKET);
  private final Memory xdpContext = new Memory(24);
  private final Memory skbContext = new Memory(192);
  private int nextSlot = 4;

  public FilterBench(Hook hook) {
    this.hook = hook;
    xdpContext.clear();
    skbContext.clear();
    counters = own(Bpf.createMap(Bpf.MAP_TYPE_ARRAY, 4, COUNTER_BYTES, CPUS, 0));
    slots = own(Bpf.createMap(Bpf.MAP_TYPE_PROG_ARRAY, 4, 4, MAX_PROGRAMS, 0));
    Assembler capture = new Assembler().mov(Register.R0, CAPTURED).exit();
    setSlot(1, load(capture.assemble().bytes()));
  }

  /** A filter in the kernel. */
  public final class Program {
    private final int fd;
    private final String log;

    private Program(int fd, String log) {
      this.fd = fd;
      this.log = log;
    }

    /** Whether the packet reached the capture program. */
    public boolean matches(byte[] bytes) {
      return matches(bytes, bytes.length);
    }

    /**
     * Whether the first bytes of a packet, as a packet of their own, reach the capture program.
     *
     * @param length at least 14
     */
    public boolean matches(byte[] bytes, int length) {
      return verdict(run(bytes, length, 1, 0));
    }

    /**
     * The same with only the first bytes of the packet linear; see {@link #canSplit}.
     *
     * @param linear at least 14
     */
    public boolean matchesSplit(byte[] bytes, int linear) {
      return verdict(run(bytes, bytes.length, 1, linear));
    }

    /**
     * Extent that is handed over with the first bytes of a packet that matches, as an unsigned
     * number. Programs may leave other numbers there for packets that do not match.
     *
     * @param length at least 14
     */
    public long extent(byte[] bytes, int length) {
      clearExtents();
      if (!matches(bytes, length)) {
        throw new IllegalArgumentException("the packet does not match");
      }
      return handedOver();
    }

    /**
     * Bytes that a packet's capture would keep, 0xffffffff for all; empty if it does not match.
     *
     * @param linear as in {@link #matchesSplit}, or 0 for all
     */
    public OptionalLong keeps(byte[] bytes, int linear) {
      clearExtents();
      boolean matches = verdict(run(bytes, bytes.length, 1, linear));
      return matches ? OptionalLong.of(handedOver()) : OptionalLong.empty();
    }

    /** Average nanoseconds of one run of many. */
    public int nanoseconds(byte[] bytes, int repeat) {
      return run(bytes, bytes.length, repeat, 0).nanoseconds();
    }

    private Bpf.Run run(byte[] bytes, int length, int repeat, int linear) {
      packet.write(0, bytes, 0, length);
      if (hook == Hook.XDP) {
        xdpContext.setInt(XDP_DATA_END, linear);
        return Bpf.run(fd, packet, length, linear == 0 ? null : xdpContext, repeat);
      }
      skbContext.setInt(SKB_DATA_END, linear);
      skbContext.setShort(SKB_CB, packet.getShort(ETHER_TYPE));
      packet.setShort(ETHER_TYPE, (short) 0);
      return Bpf.run(fd, packet, length, skbContext, repeat);
    }

    /** Instructions that the verifier looked at, from its statistics. */
    public int verifiedInstructions() {
      int at = log.indexOf("processed ");
      return Integer.parseInt(log.substring(at + 10, log.indexOf(' ', at + 10)));
    }

    private boolean verdict(Bpf.Run run) {
      return switch (run.verdict()) {
        case CAPTURED -> true;
        case REJECTED -> false;
        default -> throw new AssertionError("the program returned " + run.verdict());
      };
    }
  }

  /** Whether the kernel can test packets that are not linear: XDP from 6.18 on. */
  public boolean canSplit() {
    Program any =
        new Program(load(new Assembler().mov(Register.R0, CAPTURED).exit().assemble().bytes()), "");
    try {
      return any.matchesSplit(new byte[64], 14);
    } catch (Bpf.RefusedException e) {
      return false;
    }
  }

  /** Extent that the CPU which ran last handed over, as an unsigned number. */
  private long handedOver() {
    long last = 0;
    for (int cpu = 0; cpu < CPU_COUNT; cpu++) {
      last |= Integer.toUnsignedLong(line(cpu).getInt(EXTENT));
    }
    return last;
  }

  /** Filters use the field while they think: what it holds means nothing before a match. */
  private void clearExtents() {
    for (int cpu = 0; cpu < CPU_COUNT; cpu++) {
      ByteBuffer line = line(cpu);
      line.putInt(EXTENT, 0);
      Bpf.update(counters, key(cpu), line.array());
    }
  }

  /** Sum over all CPUs of the u64 at that offset of the counters. */
  public long counter(int offset) {
    long sum = 0;
    for (int cpu = 0; cpu < CPU_COUNT; cpu++) {
      sum += line(cpu).getLong(offset);
    }
    return sum;
  }

  private ByteBuffer line(int cpu) {
    return ByteBuffer.wrap(Bpf.lookup(counters, key(cpu), COUNTER_BYTES))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Takes the capture program out of its slot, so that tail calls fall through. */
  public ProgramContract contractWithEmptySlot() {
    return contract(3);
  }

  public ProgramContract contract() {
    return contract(1);
  }

  private ProgramContract contract(int captureSlot) {
    return new ProgramContract(
        hook,
        counters,
        COUNTER_BYTES,
        8,
        16,
        64,
        EXTENT,
        slots,
        captureSlot,
        REJECTED,
        false,
        sets);
  }

  /** Loads a filter. */
  public Program load(CompiledFilter filter) {
    return load(filter.assemble(contract()));
  }

  /** Loads a program that was assembled for {@link #contract()}. */
  public Program load(EbpfProgram program) {
    return load(program, 0, 0);
  }

  /**
   * Loads a filter behind an entry program that puts a VLAN tag beside the packet, as a network
   * device does.
   */
  public Program loadBehindTag(CompiledFilter filter, int tagProtocol, int tci) {
    return load(filter.assemble(contract()), tagProtocol, tci);
  }

  private Program load(EbpfProgram program, int tagProtocol, int tci) {
    Bpf.Loaded filter = loadAs(program.instructions(), 4);
    own(filter.fd());
    if (hook == Hook.XDP) {
      return new Program(filter.fd(), filter.log());
    }
    setSlot(nextSlot, filter.fd());
    return new Program(load(entry(nextSlot++, tagProtocol, tci)), filter.log());
  }

  /**
   * The kernel refuses to test tc programs on IP packets that are cut short. The entry program for
   * tc gives them their EtherType, which comes in the first word of the control block, only now.
   */
  private byte[] entry(int slot, int tagProtocol, int tci) {
    Assembler asm = new Assembler();
    Label failed = asm.newLabel();
    asm.mov(Register.R6, Register.R1);
    asm.load(Width.WORD, Register.R2, Register.R6, SKB_CB);
    asm.store(Width.WORD, Register.R10, -8, Register.R2);
    asm.mov(Register.R2, ETHER_TYPE).mov(Register.R3, Register.R10);
    asm.alu(Operation.ADD, Register.R3, -8).mov(Register.R4, 2).mov(Register.R5, 0);
    asm.call(Helper.SKB_STORE_BYTES);
    if (tagProtocol != 0) {
      asm.mov(Register.R1, Register.R6);
      asm.mov(Register.R2, Short.toUnsignedInt(Short.reverseBytes((short) tagProtocol)));
      asm.mov(Register.R3, tci);
      asm.call(Helper.SKB_VLAN_PUSH);
      asm.jumpIf(Condition.NE, Register.R0, 0, failed);
    }
    asm.mov(Register.R1, Register.R6).map(Register.R2, slots).mov(Register.R3, slot);
    asm.call(Helper.TAIL_CALL);
    asm.bind(failed).mov(Register.R0, 99).exit();
    return asm.assemble().bytes();
  }

  /** Gives a set of the filters that are loaded next its map. */
  public void bind(SetUse use, SetMap.Layout layout, int entries) {
    boolean trie = layout == SetMap.Layout.LPM_TRIE;
    int keyBytes = use.type().keyBytes() + (trie ? 4 : 0);
    int type = trie ? Bpf.MAP_TYPE_LPM_TRIE : Bpf.MAP_TYPE_HASH;
    int flags = trie ? Bpf.MAP_FLAG_NO_PREALLOC : 0;
    sets.put(use, new SetMap(own(Bpf.createMap(type, keyBytes, 4, entries, flags)), layout));
  }

  /** Adds an element, or for a trie a prefix of that many bits, to a set. */
  public void add(SetUse use, byte[] element, int bits) {
    SetMap map = sets.get(use);
    byte[] key = element;
    if (map.layout() == SetMap.Layout.LPM_TRIE) {
      key =
          ByteBuffer.allocate(element.length + 4)
              .order(ByteOrder.nativeOrder())
              .putInt(bits)
              .put(element)
              .array();
    }
    Bpf.update(map.fd(), key, new byte[4]);
  }

  private int load(byte[] instructions) {
    return own(loadAs(instructions, 0).fd());
  }

  private Bpf.Loaded loadAs(byte[] instructions, int logLevel) {
    return switch (hook) {
      case XDP ->
          Bpf.load(Bpf.PROG_TYPE_XDP, Bpf.ATTACH_XDP, Bpf.XDP_HAS_FRAGS, instructions, logLevel);
      case TC -> Bpf.load(Bpf.PROG_TYPE_SCHED_CLS, 0, 0, instructions, logLevel);
    };
  }

  private void setSlot(int slot, int program) {
    Bpf.update(slots, key(slot), key(program));
  }

  private int own(int descriptor) {
    descriptors.add(descriptor);
    return descriptor;
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(number).array();
  }

  @Override
  public void close() {
    packet.close();
    xdpContext.close();
    skbContext.close();
    descriptors.forEach(Bpf::close);
  }
}
