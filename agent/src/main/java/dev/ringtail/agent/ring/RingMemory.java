// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.ring;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.Mapping;
import dev.ringtail.bpf.Abi;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All rings of a capture, with the maps through which every interface's programs reach them. The
 * kernel charges the memory to this process's memory cgroup, and mapping it touches every page, so
 * a ring that exists is a ring that works.
 */
public final class RingMemory implements AutoCloseable {
  private final RingGeometry geometry;
  private final int ringsMap;
  private final int ringOfCpuMap;
  private final int bellsMap;
  private final Mapping mapping;
  private final List<Doorbell> bells = new ArrayList<>();
  private final List<Ring> rings;

  /**
   * @param cpus the CPUs that may run the hook; ring n is that of the nth
   * @param possibleCpus CPU numbers of the machine, highest plus one
   * @throws KernelException ENOMEM when the memory cgroup is too small
   */
  public RingMemory(RingGeometry geometry, List<Integer> cpus, int possibleCpus) {
    this.geometry = geometry;
    int count = cpus.size();
    int elementBytes = geometry.elementBytes();
    ringsMap =
        Bpf.createMap(
            Bpf.MAP_TYPE_ARRAY,
            "ringtail_rings",
            Integer.BYTES,
            elementBytes,
            count,
            Bpf.MAP_FLAG_MMAPABLE);
    mapping = Mapping.of(ringsMap, 0, (long) elementBytes * count, true, "the rings");
    rings =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new Ring(
                        i,
                        mapping.segment().asSlice((long) i * elementBytes, elementBytes),
                        geometry))
            .toList();
    rings.forEach(Ring::awakeOpaque);
    ringOfCpuMap =
        Bpf.createMap(
            Bpf.MAP_TYPE_ARRAY, "ringtail_ring_o", Integer.BYTES, Integer.BYTES, possibleCpus, 0);
    for (int cpu = 0; cpu < possibleCpus; cpu++) {
      int ring = cpus.indexOf(cpu);
      Bpf.updateMap(ringOfCpuMap, cpu, ring < 0 ? Abi.NO_RING : ring, "the ring of CPU " + cpu);
    }
    rings.forEach(ring -> bells.add(new Doorbell()));
    bellsMap = Bpf.createArrayOfMaps("ringtail_bells", bells.getFirst().fd(), count);
    for (int i = 0; i < count; i++) {
      Bpf.updateMap(bellsMap, i, bells.get(i).fd(), "the bell of ring " + i);
    }
  }

  public RingGeometry geometry() {
    return geometry;
  }

  public List<Ring> rings() {
    return rings;
  }

  /** The bell of {@link #rings} at the same index. */
  public Doorbell bell(int index) {
    return bells.get(index);
  }

  /** Descriptor of {@code ringtail_rings}. */
  public int ringsMap() {
    return ringsMap;
  }

  /** Descriptor of {@code ringtail_ring_of_cpu}. */
  public int ringOfCpuMap() {
    return ringOfCpuMap;
  }

  /** Descriptor of {@code ringtail_bells}. */
  public int bellsMap() {
    return bellsMap;
  }

  /** Frees the memory; no reader may run and no program may be attached any more. */
  @Override
  public void close() {
    LibC.close(bellsMap);
    bells.forEach(Doorbell::close);
    LibC.close(ringOfCpuMap);
    mapping.close();
    LibC.close(ringsMap);
  }
}
