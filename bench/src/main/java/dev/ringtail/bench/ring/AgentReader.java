// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import dev.ringtail.agent.capture.CaptureLimits;
import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.ReaderAgent;
import dev.ringtail.agent.capture.ReaderThread;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.agent.spool.SegmentExchange;
import dev.ringtail.agent.spool.SegmentFile;
import dev.ringtail.agent.spool.SegmentSupply;
import dev.ringtail.agent.spool.Spool;
import dev.ringtail.agent.spool.SpoolBudget;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.agent.spool.SpoolLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The agent's reader with its spool; segments are used again as soon as they are sealed. */
final class AgentReader implements RingReader {
  private static final SpoolBudget BUDGET = new SpoolBudget(64L << 20, 4);
  private static final byte[] NOTHING = {};

  private final Spool spool;
  private final SegmentSupply supply;
  private final ReaderThread thread;

  AgentReader(RingMemory memory, InterfaceCapture capture, Path folder, BitSet cpus)
      throws SpoolException {
    spool = Spool.open(SpoolLock.take(folder), "bench", BUDGET, 0);
    SegmentExchange exchange = new SegmentExchange(0, BUDGET.segments());
    supply = new SegmentSupply(spool, List.of(exchange), () -> NOTHING, this::recycle);
    CapturePlan.Limits unlimited =
        new CapturePlan.Limits(Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
    ReaderAgent agent =
        new ReaderAgent(
            memory.rings().toArray(Ring[]::new),
            exchange,
            new CaptureLimits(unlimited, 0, List.of(capture)),
            1,
            Duration.ofHours(1).toNanos(),
            0);
    thread = new ReaderThread(agent, List.of(memory.bell(0)), cpus);
    supply.start();
    thread.start();
  }

  private void recycle(SegmentFile segment) {
    try {
      spool.release(spool.seal(segment, NOTHING), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long cpuNs() {
    return ThreadCpu.ns(ProcessHandle.current().pid(), "ringtail-reader-0");
  }

  @Override
  public void close() throws InterruptedException {
    thread.stop();
    thread.close();
    supply.finish();
    spool.close();
  }
}
