// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import java.util.List;

/**
 * What this host can do.
 *
 * @param checks those of the node first, then those of each interface
 * @param allNeeded whether each interface must do, or one of them
 */
public record PreflightReport(List<Check> checks, boolean allNeeded) {
  public PreflightReport {
    checks = List.copyOf(checks);
  }

  /** The node and its interfaces, in order. */
  public List<String> subjects() {
    return checks.stream().map(Check::subject).distinct().toList();
  }

  public List<Check> of(String subject) {
    return checks.stream().filter(check -> check.subject().equals(subject)).toList();
  }

  /** Whether nothing about this subject stands in the way of a capture. */
  public boolean isUsable(String subject) {
    return of(subject).stream().noneMatch(Check::isFailed);
  }

  /** Interfaces on which a capture would be refused. */
  public List<String> unusableInterfaces() {
    return interfaces().stream().filter(name -> !isUsable(name)).toList();
  }

  /** Whether the capture would start. */
  public boolean canCapture() {
    int interfaces = interfaces().size();
    int unusable = unusableInterfaces().size();
    return isUsable(Check.NODE)
        && interfaces > 0
        && (allNeeded ? unusable == 0 : unusable < interfaces);
  }

  private List<String> interfaces() {
    return subjects().stream().filter(subject -> !subject.equals(Check.NODE)).toList();
  }
}
