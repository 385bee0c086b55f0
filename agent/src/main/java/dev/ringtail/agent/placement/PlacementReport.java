// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ringtail.agent.topology.CpuSet;
import java.util.List;
import java.util.Map;

/**
 * A placement for status, manifest and people; its JSON has CPU sets as lists of the kernel's kind.
 *
 * @param asked policy asked for
 * @param applies policy in force
 * @param partial whether something that was planned does not hold
 * @param receiveCpus CPUs that receive, empty when any may
 * @param readers the readers
 * @param serviceCpus CPUs of the agent's other threads
 * @param cpus every online CPU's part and why
 * @param settings every interrupt and steering mask of the plan: from, to, result
 * @param trials what Auto tried, empty for other policies
 * @param reasons why it is so
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PlacementReport(
    String asked,
    String applies,
    boolean partial,
    CpuSet receiveCpus,
    List<ReaderLine> readers,
    CpuSet serviceCpus,
    List<CpuRole> cpus,
    List<SettingReport> settings,
    List<TrialLine> trials,
    List<String> reasons) {

  /** Before anything is planned. */
  public static final PlacementReport NONE =
      new PlacementReport("", "", false, null, null, null, null, null, null, null);

  /** What JSON left out is empty. */
  public PlacementReport {
    asked = asked == null ? "" : asked;
    applies = applies == null ? "" : applies;
    receiveCpus = receiveCpus == null ? CpuSet.EMPTY : receiveCpus;
    serviceCpus = serviceCpus == null ? CpuSet.EMPTY : serviceCpus;
    readers = readers == null ? List.of() : List.copyOf(readers);
    cpus = cpus == null ? List.of() : List.copyOf(cpus);
    settings = settings == null ? List.of() : List.copyOf(settings);
    trials = trials == null ? List.of() : List.copyOf(trials);
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
  }

  /** CPUs of readers that are pinned. */
  @JsonIgnore
  public CpuSet readerCpus() {
    return readers.stream()
        .map(ReaderLine::cpus)
        .filter(cpus -> cpus.size() == 1)
        .reduce(CpuSet.EMPTY, CpuSet::union);
  }

  /**
   * A reader.
   *
   * @param index its number
   * @param cpus where it may run
   * @param rings CPUs whose rings it drains
   */
  public record ReaderLine(int index, CpuSet cpus, CpuSet rings) {}

  /**
   * A window of Auto.
   *
   * @param policy placement tried
   * @param packetsPerSecond captured
   * @param lost packets lost in the window
   * @param cpuNsPerPacket CPU nanoseconds of readers and receive interrupts a packet
   * @param occupancy highest fill of any ring, 0 to 1
   */
  public record TrialLine(
      String policy, long packetsPerSecond, long lost, long cpuNsPerPacket, double occupancy) {}

  /** Puts a plan and what became of it together. */
  public static PlacementReport of(
      PlacementPlan plan,
      List<SettingReport> settings,
      List<AutoWindows.Trial> trials,
      Map<Integer, String> candidates) {
    return new PlacementReport(
        plan.request().policy().toString(),
        plan.applies().toString(),
        !plan.applies().equals(plan.request().policy())
            || settings.stream().anyMatch(s -> !s.holds()),
        plan.receiveCpus(),
        plan.readers().stream()
            .map(
                reader ->
                    new ReaderLine(reader.index(), reader.cpus(), plan.ringsOf(reader.index())))
            .toList(),
        plan.serviceCpus(),
        plan.roles(),
        List.copyOf(settings),
        trials.stream().map(trial -> line(trial, candidates)).toList(),
        plan.reasons());
  }

  /** The same with what was asked for first, whether that is another policy, and all reasons. */
  PlacementReport with(String policy, boolean another, List<String> why) {
    return new PlacementReport(
        policy,
        applies,
        partial || another,
        receiveCpus,
        readers,
        serviceCpus,
        cpus,
        settings,
        trials,
        why);
  }

  private static TrialLine line(AutoWindows.Trial trial, Map<Integer, String> candidates) {
    Measurement measured = trial.measured();
    return new TrialLine(
        candidates.getOrDefault(trial.candidate(), "candidate " + trial.candidate()),
        Math.round(measured.rate()),
        measured.lost(),
        Math.round(measured.cpuNsPerPacket()),
        measured.occupancy());
  }
}
