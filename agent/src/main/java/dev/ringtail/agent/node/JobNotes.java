// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.ringtail.crds.v1alpha1.CaptureGap;
import dev.ringtail.crds.v1alpha1.CaptureRun;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an agent must know of its earlier lives within a job.
 *
 * @param namespace of the job
 * @param job its name
 * @param node the node's name
 * @param runs one per life that captured, oldest first; the last has no end while it captures
 * @param gaps between them
 * @param result the final status; null until there is one, and then nothing is captured again
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record JobNotes(
    String namespace,
    String job,
    String node,
    List<CaptureRun> runs,
    List<CaptureGap> gaps,
    NodeCaptureStatus result) {
  /** Of a job that has not begun and cannot. */
  static final JobNotes NONE = new JobNotes("", "", "", List.of(), List.of(), null);

  JobNotes {
    runs = runs == null ? List.of() : List.copyOf(runs);
    gaps = gaps == null ? List.of() : List.copyOf(gaps);
  }

  /** The number of the run that comes next. */
  int nextRun() {
    return runs.isEmpty() ? 0 : runs.getLast().run() + 1;
  }

  /** When the first run began to capture; empty before. */
  @JsonIgnore
  Optional<Instant> firstStart() {
    return runs.isEmpty()
        ? Optional.empty()
        : Optional.of(Instant.parse(runs.getFirst().startedAt()));
  }

  JobNotes withRun(CaptureRun run) {
    List<CaptureRun> more = new ArrayList<>(runs);
    more.add(run);
    return new JobNotes(namespace, job, node, more, gaps, result);
  }

  /** The last run has ended. */
  JobNotes ended(Instant at) {
    List<CaptureRun> changed = new ArrayList<>(runs);
    CaptureRun last = changed.removeLast();
    changed.add(new CaptureRun(last.run(), last.startedAt(), at.toString()));
    return new JobNotes(namespace, job, node, changed, gaps, result);
  }

  JobNotes withGap(CaptureGap gap) {
    List<CaptureGap> more = new ArrayList<>(gaps);
    more.add(gap);
    return new JobNotes(namespace, job, node, runs, more, result);
  }

  JobNotes withResult(NodeCaptureStatus status) {
    return new JobNotes(namespace, job, node, runs, gaps, status);
  }
}
