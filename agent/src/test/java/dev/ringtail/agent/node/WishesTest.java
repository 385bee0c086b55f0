// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.kube.UnknownParts;
import dev.ringtail.crds.v1alpha1.Buffer;
import dev.ringtail.crds.v1alpha1.Capture;
import dev.ringtail.crds.v1alpha1.DeletionPolicy;
import dev.ringtail.crds.v1alpha1.JobRef;
import dev.ringtail.crds.v1alpha1.Limits;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.NodeInterfaces;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.v1alpha1.Placement;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.TimeSpan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WishesTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Limits LIMITS = new Limits(TimeSpan.of("10m"), 1_000L, ByteCount.of("1Mi"));

  private final Wishes wishes = new Wishes(Clock.fixed(NOW, ZoneOffset.UTC), new UnknownParts());

  @Test
  void shouldEndByItsOwnTimeUntilTheOperatorHasSetADeadline() {
    wishes.changed(plan(1, false, DeletionPolicy.DELIVER, null));

    assertThat(wishes.limits(NOW).duration()).contains(Duration.ofMinutes(10));
    assertThat(wishes.jobEnd()).isEmpty();

    wishes.after(Optional.of(NOW.minusSeconds(240)), new EarlierRuns.Kept(0, 0));

    assertThat(wishes.limits(NOW).duration()).contains(Duration.ofMinutes(6));
    assertThat(wishes.jobEnd()).contains(NOW.plusSeconds(360));
  }

  @Test
  void shouldEndAtTheDeadlineWhoeverBegan() {
    wishes.after(Optional.of(NOW.minusSeconds(240)), new EarlierRuns.Kept(0, 0));
    wishes.changed(plan(1, false, DeletionPolicy.DELIVER, "2026-11-30T12:00:30Z"));

    assertThat(wishes.limits(NOW.minusSeconds(5)).duration()).contains(Duration.ofSeconds(35));
    assertThat(wishes.over()).isEmpty();

    wishes.changed(plan(2, false, DeletionPolicy.DELIVER, "2026-11-30T12:00:00Z"));

    assertThat(wishes.over()).map(Ending::reason).contains("DurationOver");
  }

  @Test
  void shouldLeaveToARunWhatEarlierOnesHaveNotKept() {
    wishes.changed(plan(1, false, DeletionPolicy.DELIVER, null));
    wishes.after(Optional.of(NOW), new EarlierRuns.Kept(400, 1 << 19));

    CapturePlan.Limits left = wishes.limits(NOW);

    assertThat(left.packets()).isEqualTo(OptionalLong.of(600));
    assertThat(left.bytes()).isEqualTo(OptionalLong.of(1 << 19));
    assertThat(wishes.over()).isEmpty();

    wishes.after(Optional.of(NOW), new EarlierRuns.Kept(1_000, 0));

    assertThat(wishes.over()).map(Ending::reason).contains("PacketLimit");
  }

  @Test
  void shouldPassOverAnOlderPlan() {
    wishes.changed(plan(2, true, DeletionPolicy.DELIVER, null));
    wishes.changed(plan(1, false, DeletionPolicy.DELIVER, null));

    assertThat(wishes.isEndWanted()).isTrue();
    assertThat(wishes.over()).map(Ending::reason).contains("Stopped");
  }

  @Test
  void shouldDropDataOnlyOfAnObjectThatIsGoneAndSaidSo() {
    wishes.changed(plan(1, true, DeletionPolicy.DISCARD, null));
    assertThat(wishes.isDiscarded()).isFalse();

    wishes.gone();
    assertThat(wishes.isDiscarded()).isTrue();
    assertThat(wishes.isGivenUp()).isTrue();

    wishes.changed(plan(2, true, DeletionPolicy.DELIVER, null));
    assertThat(wishes.isDiscarded()).isFalse();
  }

  private static NodeCapture plan(
      long generation, boolean stop, DeletionPolicy policy, String deadline) {
    NodeCapture plan = new NodeCapture();
    plan.getMetadata().setGeneration(generation);
    plan.setSpec(
        new NodeCaptureSpec(
            new JobRef("checkout", "0b7d"),
            "node-1",
            new NodePlanTarget(new NodeInterfaces(List.of("eth0")), null),
            null,
            Capture.DEFAULT,
            LIMITS,
            Placement.OBSERVE,
            Buffer.DEFAULT,
            new Output(null, null, null),
            policy,
            stop,
            null,
            deadline));
    return plan;
  }
}
