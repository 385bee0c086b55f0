// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.manifest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.placement.RestoreReport;
import dev.ringtail.agent.upload.ObjectRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code manifest.json}, one per node and job. Times are ISO 8601 in UTC with nanoseconds.
 *
 * @param version of this format
 * @param complete whether every packet of every run is delivered
 * @param lossless whether no drop counter of any run is above zero
 * @param runs one per run of the agent
 * @param objects every confirmed object
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Manifest(
    int version,
    String namespace,
    String job,
    String uid,
    String node,
    boolean complete,
    boolean lossless,
    List<Run> runs,
    List<Listed> objects) {
  public Manifest {
    runs = runs == null ? List.of() : List.copyOf(runs);
    objects = objects == null ? List.of() : List.copyOf(objects);
  }

  /** The version written. */
  public static final int VERSION = 1;

  /** Object name below the node's key prefix. */
  public static final String FILE_NAME = "manifest.json";

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * One run of the agent.
   *
   * @param run its name, which begins the names of its objects
   * @param endReason why it ended
   * @param lossless whether no drop counter is above zero
   * @param clock where timestamps come from and whether something keeps it in step
   * @param notes what people should know
   * @param failures what was not delivered
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Run(
      String run,
      String startedAt,
      String endedAt,
      String endReason,
      boolean lossless,
      String agentVersion,
      String kernel,
      Clock clock,
      List<Captured> interfaces,
      List<Filter> filters,
      Placement placement,
      Funnel funnel,
      List<String> notes,
      List<String> failures) {

    /**
     * The same run once all its segments are delivered.
     *
     * @param delivered packets of each interface in its objects
     */
    public Run withAllDelivered(Map<String, Long> delivered, List<String> remarks) {
      Map<String, Map<String, Long>> interfaces = new LinkedHashMap<>();
      funnel
          .interfaces()
          .forEach((name, terms) -> interfaces.put(name, settled(terms, delivered.get(name))));
      long all = delivered.values().stream().mapToLong(Long::longValue).sum();
      List<String> allNotes = new ArrayList<>(notes == null ? List.of() : notes);
      allNotes.addAll(remarks);
      return new Run(
          run,
          startedAt,
          endedAt,
          endReason,
          lossless,
          agentVersion,
          kernel,
          clock,
          this.interfaces,
          filters,
          placement,
          new Funnel(interfaces, settled(funnel.total(), all)),
          allNotes,
          List.of());
    }

    private static Map<String, Long> settled(Map<String, Long> terms, long delivered) {
      Map<String, Long> settled = new LinkedHashMap<>(terms);
      settled.put("spooled", delivered);
      settled.put("delivered", delivered);
      settled.put("waiting", 0L);
      settled.put("abandoned", 0L);
      return settled;
    }
  }

  /**
   * @param source the kernel's clock that stamps packets
   * @param taiOffsetSeconds by which TAI was ahead of the wall clock
   */
  public record Clock(String source, long taiOffsetSeconds, boolean isSynchronized) {}

  /**
   * One captured interface.
   *
   * @param id its number in the files
   * @param point where the programs are attached
   * @param direction which packets they see
   * @param refused why the points before this one were passed over
   * @param programs the kernel's tags of entry, filter and capture
   * @param nic what the NIC's own counters grew by, where it has such counters
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Captured(
      int id,
      String name,
      int index,
      int mtu,
      String macAddress,
      String driver,
      String point,
      String direction,
      List<String> refused,
      int snapLength,
      Map<String, String> programs,
      Map<String, Long> nic) {}

  /** A filter, and from when on it judged. */
  public record Filter(String language, String text, String from) {}

  /**
   * Which CPU fills which ring, and who reads it where.
   *
   * @param policy as asked for
   * @param rings who read which ring at the end
   * @param readers where they could run, read back from the kernel
   * @param report what was in force at the end, each CPU's part, each interrupt, each trial of Auto
   * @param restored what was given back when the capture had ended
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Placement(
      String policy,
      List<RingPlace> rings,
      List<ReaderPlace> readers,
      PlacementReport report,
      List<RestoreReport.Item> restored) {}

  /**
   * @param occupancy how many sampled records found the ring filled to each eighth
   */
  public record RingPlace(int ring, int cpu, int reader, long bytes, List<Long> occupancy) {}

  /**
   * @param cpus on which the kernel may run it, a list such as {@code 0-3}
   */
  public record ReaderPlace(int reader, String cpus) {}

  /** Packets at each term, by interface name and in total. */
  public record Funnel(Map<String, Map<String, Long>> interfaces, Map<String, Long> total) {}

  /**
   * An object, with times people can read.
   *
   * @param pcapngBytes size of the pcapng file inside, if the object is compressed
   * @param pcapngSha256 its hash
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Listed(
      String key,
      long bytes,
      String sha256,
      Long pcapngBytes,
      String pcapngSha256,
      Map<String, Long> packets,
      String firstTime,
      String lastTime) {
    /** From what the delivery noted. */
    public static Listed of(ObjectRecord object, List<String> interfaceNames) {
      return new Listed(
          object.key(),
          object.bytes(),
          object.sha256(),
          object.segment() == null ? null : object.segment().bytes(),
          object.segment() == null ? null : object.segment().sha256(),
          Times.byName(interfaceNames, object.packets()),
          Times.ofNanoseconds(object.firstNs()),
          Times.ofNanoseconds(object.lastNs()));
    }
  }

  /**
   * The manifest of a node over several runs.
   *
   * @param runs one each, oldest first; at least one
   */
  public static Manifest of(List<Manifest> runs) {
    Manifest latest = runs.getLast();
    return new Manifest(
        latest.version(),
        latest.namespace(),
        latest.job(),
        latest.uid(),
        latest.node(),
        runs.stream().allMatch(Manifest::complete),
        runs.stream().allMatch(Manifest::lossless),
        runs.stream().flatMap(manifest -> manifest.runs().stream()).toList(),
        runs.stream().flatMap(manifest -> manifest.objects().stream()).toList());
  }

  /** The document's bytes, UTF-8. */
  public byte[] toJson() {
    try {
      return MAPPER.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a manifest of plain records cannot be written", e);
    }
  }
}
