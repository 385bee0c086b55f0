// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.placement.SettingReport;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.crds.v1alpha1.InterruptStatus;
import dev.ringtail.crds.v1alpha1.PlacementPolicy;
import dev.ringtail.crds.v1alpha1.PlacementStatus;
import dev.ringtail.crds.value.CpuList;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Which CPUs receive and read, as the API shows it. */
final class PlacementSummary {
  private static final int LONGEST_MESSAGE = 512;
  private static final int MOST_INTERRUPTS = 64;

  private PlacementSummary() {}

  /** Null before a capture. */
  static PlacementStatus of(Optional<AgentStatus> status) {
    return status.map(AgentStatus::placement).map(PlacementSummary::of).orElse(null);
  }

  private static PlacementStatus of(PlacementReport report) {
    CpuSet readers =
        report.readers().stream()
            .map(PlacementReport.ReaderLine::cpus)
            .reduce(CpuSet.EMPTY, CpuSet::union);
    boolean asAsked = !report.partial() && report.applies().equals(report.asked());
    return new PlacementStatus(
        policy(report.applies()),
        list(report.receiveCpus()),
        list(readers),
        report.partial(),
        asAsked ? null : shortened(String.join(" ", report.reasons())),
        report.settings().stream()
            .filter(setting -> setting.kind() == SettingReport.Kind.INTERRUPT)
            .limit(MOST_INTERRUPTS)
            .map(PlacementSummary::interrupt)
            .toList());
  }

  /** Null for explicit lists; a Split's width shows in its CPUs. */
  private static PlacementPolicy policy(String applies) {
    return Stream.of(PlacementPolicy.values())
        .filter(policy -> applies.toUpperCase(Locale.ROOT).split(" ", 2)[0].equals(policy.name()))
        .findFirst()
        .orElse(null);
  }

  private static InterruptStatus interrupt(SettingReport setting) {
    InterruptStatus.State state =
        switch (setting.outcome()) {
          case APPLIED, ACCEPTED -> InterruptStatus.State.MOVED;
          case MANAGED -> InterruptStatus.State.MANAGED;
          case REVERTED -> InterruptStatus.State.MOVED_BACK;
          case RESTORED -> InterruptStatus.State.RESTORED;
          case REFUSED, GONE -> InterruptStatus.State.REFUSED;
        };
    return new InterruptStatus(
        setting.interrupt(),
        state,
        setting.now() == null ? null : setting.now().toString(),
        setting.message());
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE - 3) + "...";
  }

  private static CpuList list(CpuSet cpus) {
    String text = cpus.toString();
    return cpus.isEmpty() || text.length() > CpuList.MAX_LENGTH ? null : CpuList.of(text);
  }
}
