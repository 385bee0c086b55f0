// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.placement.PlacementRequest;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.value.NodeFolder;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.SetKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Everything a capture on this node needs to know, resolved and checked.
 *
 * @param identity whose capture it is
 * @param interfaces those to begin with, in the order of their numbers; none where pods are
 *     followed
 * @param most interfaces that may be captured in the end: more than those where pods are followed
 * @param point where to capture, or Auto
 * @param direction which packets
 * @param filter empty: every packet
 * @param sets what the sets that the filter asks hold at the start, by name
 * @param snapLength bytes of a packet kept at most, 1 to 262144
 * @param limits when it ends
 * @param memoryBytes budget for the rings
 * @param placement which CPUs are to receive and read
 * @param placementFolder where changes of the node are noted, the same for all captures on it
 * @param readersSpin whether pinned readers spin instead of sleeping; for benchmarks
 * @param spool folder, budget and segments
 * @param output where objects go, for whoever has to finish the run
 * @param verdict what programs at XDP return, {@code XDP_PASS} but for benchmarks
 */
public record CapturePlan(
    Identity identity,
    List<CapturedInterface> interfaces,
    int most,
    CapturePoint point,
    Direction direction,
    Optional<CompiledFilter> filter,
    Map<String, List<SetKey>> sets,
    int snapLength,
    Limits limits,
    long memoryBytes,
    PlacementRequest placement,
    Path placementFolder,
    boolean readersSpin,
    SpoolPlan spool,
    Output output,
    int verdict) {

  public CapturePlan {
    interfaces = List.copyOf(interfaces);
    sets = Map.copyOf(sets);
  }

  /** Whether interfaces come and go, so that a capture of none is one that waits. */
  public boolean isFollowing() {
    return most > interfaces.size();
  }

  /** The same capture under other names and with other limits. */
  public CapturePlan as(Identity otherIdentity, Limits otherLimits) {
    return new CapturePlan(
        otherIdentity,
        interfaces,
        most,
        point,
        direction,
        filter,
        sets,
        snapLength,
        otherLimits,
        memoryBytes,
        placement,
        placementFolder,
        readersSpin,
        spool,
        output,
        verdict);
  }

  /**
   * Names that make objects of different jobs, nodes and runs never meet.
   *
   * @param namespace of the job
   * @param job its name
   * @param uid its unique id
   * @param node the node's name
   * @param run this run of the agent
   * @param prefix what the user put in front of all keys, may be empty
   */
  public record Identity(
      String namespace, String job, String uid, String node, String run, String prefix) {
    /** Key prefix of this node's objects, see {@link NodeFolder}. */
    public String keyPrefix() {
      return NodeFolder.of(prefix, namespace, job, uid, node);
    }
  }

  /**
   * @param duration from the opening of the gates
   * @param packets in objects
   * @param bytes of objects
   */
  public record Limits(Optional<Duration> duration, OptionalLong packets, OptionalLong bytes) {}

  /**
   * @param folder of the node
   * @param budgetBytes what it may take
   * @param mayShrink whether it may take less where the file system cannot spare as much
   * @param segmentBytes most bytes of a segment, less if the budget is small
   * @param segmentInterval age at which a segment is sealed
   * @param patience how long, after the end, a failing store is tried again
   */
  public record SpoolPlan(
      Path folder,
      long budgetBytes,
      boolean mayShrink,
      long segmentBytes,
      Duration segmentInterval,
      Duration patience) {}
}
