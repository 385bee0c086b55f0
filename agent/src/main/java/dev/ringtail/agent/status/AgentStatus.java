// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.ringtail.agent.placement.PlacementReport;
import java.util.List;

/**
 * A capture at one moment. Everything that counts only grows, so the difference of two of these is
 * what happened between them; values are read one after the other and need not agree to the packet.
 *
 * @param version of the agent
 * @param run this run of the agent
 * @param namespace of the job
 * @param job its name
 * @param phase how far it is
 * @param failure what a reader died of, empty when all are well
 * @param elapsedSeconds since the gates opened, 0 before
 * @param interfaces in the order of their numbers
 * @param cpus those that have a ring, in the order of the rings
 * @param readers in the order of their numbers
 * @param spool what waits on disk
 * @param store where objects go
 * @param placement which CPUs receive and read, and why
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record AgentStatus(
    String version,
    String run,
    String namespace,
    String job,
    Phase phase,
    String failure,
    double elapsedSeconds,
    List<InterfaceStatus> interfaces,
    List<CpuStatus> cpus,
    List<ReaderStatus> readers,
    SpoolStatus spool,
    StoreStatus store,
    PlacementReport placement) {
  public AgentStatus {
    interfaces = List.copyOf(interfaces);
    cpus = List.copyOf(cpus);
    readers = List.copyOf(readers);
  }

  /** How far a capture is. */
  public enum Phase {
    /** Nothing is attached yet. */
    STARTING,
    /** The gates are open. */
    CAPTURING,
    /** Detached; what was captured is on its way to the store. */
    DELIVERING
  }

  /** Whether nothing is wrong with the agent itself. */
  @JsonIgnore
  public boolean isHealthy() {
    return failure.isEmpty();
  }
}
