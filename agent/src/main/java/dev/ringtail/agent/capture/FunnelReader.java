// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.program.CounterBlock;
import dev.ringtail.agent.upload.Delivery;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Gathers the funnel from those who count: programs, readers, delivery. */
final class FunnelReader {
  private final CaptureMembers members;
  private final List<ReaderThread> readers;
  private final Delivery delivery;

  FunnelReader(CaptureMembers members, List<ReaderThread> readers, Delivery delivery) {
    this.members = members;
    this.readers = readers;
    this.delivery = delivery;
  }

  /** All terms, each read once; exact when nothing moves any more. */
  Funnel read() {
    List<InterfaceFunnel> funnels = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      funnels.add(read(i));
    }
    return new Funnel(funnels);
  }

  private InterfaceFunnel read(int id) {
    CounterBlock counters = members.programs().get(id).counters();
    Map<FunnelTerm, Long> packets = new EnumMap<>(FunnelTerm.class);
    for (FunnelTerm term : FunnelTerm.values()) {
      packets.put(
          term, term.isCountedInKernel() ? counters.sum(term.kernelOffset()) : counted(term, id));
    }
    return new InterfaceFunnel(members.interfaces().get(id).name(), packets);
  }

  private long counted(FunnelTerm term, int id) {
    return switch (term) {
      case SPOOLED -> delivery.spooled(id);
      case DELIVERED -> delivery.delivered(id);
      case WAITING -> delivery.waiting(id);
      case ABANDONED -> delivery.abandoned(id);
      default -> readers.stream().mapToLong(reader -> reader.agent().counters().at(term, id)).sum();
    };
  }
}
