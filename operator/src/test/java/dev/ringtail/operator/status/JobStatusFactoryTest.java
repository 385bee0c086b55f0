// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.CaptureRun;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.NodeInterfaces;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.model.Deadlines;
import dev.ringtail.operator.model.NodeCapturePlan;
import dev.ringtail.operator.testing.Jobs;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobStatusFactoryTest {
  private static final Instant CREATED = Instant.parse(Jobs.CREATED);

  private final CaptureJob job = Jobs.named("shop", "job");

  @Test
  void shouldMoveATransitionTimeOnlyWhenTheStatusChanges() {
    report(at(5), node("a", Phase.CAPTURING, 1, at(5)));
    report(at(9), node("a", Phase.CAPTURING, 2, at(9)));

    assertThat(condition(ConditionType.CAPTURING).getLastTransitionTime())
        .isEqualTo(at(5).toString());

    report(at(12), node("a", Phase.UPLOADING, 2, at(12)));
    assertThat(condition(ConditionType.CAPTURING).getLastTransitionTime())
        .isEqualTo(at(12).toString());
  }

  @Test
  void shouldNeverStepBackToAnEarlierPhase() {
    report(at(5), node("a", Phase.CAPTURING, 1, at(5)));
    report(at(9), node("a", Phase.PREPARING, 1, at(9)));
    assertThat(job.getStatus().phase()).as("the agent has restarted").isEqualTo(Phase.CAPTURING);

    report(at(605), node("a", Phase.PREPARING, 1, at(604)));
    assertThat(job.getStatus().phase()).as("the duration is over").isEqualTo(Phase.UPLOADING);
    report(at(606), node("a", Phase.CAPTURING, 1, at(606)));
    assertThat(job.getStatus().phase()).isEqualTo(Phase.UPLOADING);
  }

  @Test
  void shouldCountFromTheFirstNodeAndKeepThatTime() {
    report(at(20), node("a", Phase.CAPTURING, 1, at(15)), node("b", Phase.CAPTURING, 1, at(12)));
    assertThat(job.getStatus().startedAt()).isEqualTo(at(12).toString());

    report(at(25), node("a", Phase.CAPTURING, 1, at(15)));
    assertThat(job.getStatus().startedAt()).isEqualTo(at(12).toString());
  }

  @Test
  void shouldNotBelieveAClockThatRunsAhead() {
    report(at(20), node("a", Phase.CAPTURING, 1, at(3600)));

    assertThat(job.getStatus().startedAt()).isEqualTo(at(20).toString());
  }

  @Test
  void shouldNotWaitForANodeThatHasNothingWhenTheCaptureIsOver() {
    NodeView mute =
        new NodeView(
            "mute",
            Optional.of(capture("mute", null)),
            Optional.empty(),
            true,
            Optional.empty(),
            Optional.empty());
    report(at(5), node("a", Phase.CAPTURING, 1, at(5)), mute);
    report(at(606), node("a", Phase.COMPLETED, 1, at(5)), mute);

    assertThat(job.getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(condition(ConditionType.FAILED).getMessage()).startsWith("mute: no agent was made");
    assertThat(condition(ConditionType.LOSSLESS).getStatus()).isEqualTo("True");
    assertThat(job.getStatus().nodes().summary()).isEqualTo("1/2");
  }

  @Test
  void shouldNameFiveNodesAndCountTheRest() {
    NodeView[] failed = new NodeView[8];
    for (int i = 0; i < failed.length; i++) {
      failed[i] = node("n" + i, Phase.FAILED, 0, at(1));
    }
    report(at(5), failed);

    assertThat(condition(ConditionType.FAILED).getMessage())
        .contains("n0: ", "n4: ")
        .doesNotContain("n5: ")
        .endsWith("and 3 more");
  }

  @Test
  void shouldBeCompleteWhenItIsStoppedBeforeItHasAnyNode() {
    CaptureJob stopped = Jobs.of("shop", "job", "target: {nodes: {selector: {}}}\nstop: true\n");
    CaptureJobStatus status =
        JobStatusFactory.status(
            new JobFacts(
                stopped,
                Verdict.ACCEPTED,
                Optional.empty(),
                "a node at all",
                List.of(),
                Deadlines.DEFAULT,
                at(5)));

    assertThat(status.phase()).isEqualTo(Phase.COMPLETED);
  }

  private void report(Instant now, NodeView... nodes) {
    job.setStatus(
        JobStatusFactory.status(
            new JobFacts(
                job,
                Verdict.ACCEPTED,
                Optional.empty(),
                "",
                List.of(nodes),
                Deadlines.DEFAULT,
                now)));
  }

  private NodeView node(String name, Phase phase, long captured, Instant since) {
    NodeCaptureStatus status =
        new NodeCaptureStatus(
            1L,
            phase,
            List.of(),
            since.toString(),
            null,
            new CaptureCounts(captured, captured, captured, 0, captured, captured, 1),
            List.of(),
            null,
            null,
            List.of(new CaptureRun(0, since.toString(), null)),
            List.of(),
            null);
    return new NodeView(
        name,
        Optional.of(capture(name, status)),
        Optional.empty(),
        true,
        Optional.empty(),
        Optional.empty());
  }

  private NodeCapture capture(String node, NodeCaptureStatus status) {
    NodeCapture capture =
        new NodeCapturePlan(job, null, Optional.empty(), false)
            .of(node, new NodePlanTarget(new NodeInterfaces(List.of()), null));
    capture.getMetadata().setCreationTimestamp(Jobs.CREATED);
    capture.setStatus(status);
    return capture;
  }

  private Condition condition(ConditionType type) {
    return type.in(job.getStatus().conditions()).orElseThrow();
  }

  private static Instant at(long seconds) {
    return CREATED.plusSeconds(seconds);
  }
}
