// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A status for tests: a calm capture on eth0, but for what is said. */
public final class StatusBuilder {
  private static final int EIGHTHS = 8;

  private final Map<FunnelTerm, Long> packets = new HashMap<>();
  private final Map<String, Long> nicLosses = new LinkedHashMap<>();
  private final List<CpuStatus> cpus = new ArrayList<>();
  private final List<ReaderStatus> readers = new ArrayList<>();
  private AgentStatus.Phase phase = AgentStatus.Phase.CAPTURING;
  private String failure = "";
  private double elapsed = 10;
  private int usedSegments = 2;
  private int segments = 16;
  private long deliveredBytes;
  private String trouble = "";

  public StatusBuilder phase(AgentStatus.Phase now) {
    phase = now;
    return this;
  }

  public StatusBuilder failure(String sentence) {
    failure = sentence;
    return this;
  }

  public StatusBuilder elapsed(double seconds) {
    elapsed = seconds;
    return this;
  }

  public StatusBuilder packets(FunnelTerm term, long count) {
    packets.put(term, count);
    return this;
  }

  public StatusBuilder nicLoss(String counter, long growth) {
    nicLosses.put(counter, growth);
    return this;
  }

  /** A CPU whose ring has 1000 bytes. */
  public StatusBuilder cpu(
      int cpu, int reader, long seen, long ringFull, long waitingBytes, CpuTime time) {
    cpus.add(
        new CpuStatus(
            cpu,
            reader,
            seen,
            seen - ringFull,
            ringFull,
            1000,
            100 * seen + waitingBytes,
            100 * seen,
            Collections.nCopies(EIGHTHS, 0L),
            time));
    return this;
  }

  public StatusBuilder reader(
      int number, String allowed, int lastCpu, double cpuSeconds, double waitedSeconds) {
    readers.add(new ReaderStatus(number, allowed, lastCpu, cpuSeconds, waitedSeconds));
    return this;
  }

  public StatusBuilder spool(int used, int most) {
    usedSegments = used;
    segments = most;
    return this;
  }

  public StatusBuilder store(long bytes, String saying) {
    deliveredBytes = bytes;
    trouble = saying;
    return this;
  }

  public AgentStatus build() {
    Map<String, Long> named = new LinkedHashMap<>();
    for (FunnelTerm term : FunnelTerm.values()) {
      named.put(term.key(), packets.getOrDefault(term, 0L));
    }
    return new AgentStatus(
        "0.1.0",
        "run-1",
        "shop",
        "checkout",
        phase,
        failure,
        elapsed,
        List.of(
            new InterfaceStatus(
                "eth0",
                null,
                CapturePoint.XDP_NATIVE,
                Direction.INGRESS,
                List.of(),
                named,
                0,
                1_700_000_000.5,
                nicLosses)),
        cpus,
        readers,
        new SpoolStatus("/spool", 1 << 20, segments, usedSegments),
        new StoreStatus("s3://captures", 3, deliveredBytes, trouble),
        PlacementReport.NONE);
  }
}
