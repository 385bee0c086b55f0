// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.event;

import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.status.JobReason;
import dev.ringtail.operator.status.NodeProblem;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What there is to tell when a job's status changes. */
public final class JobStory {
  private static final Set<String> PROBLEMS =
      Arrays.stream(NodeProblem.values()).map(NodeProblem::text).collect(Collectors.toSet());

  private JobStory() {}

  /**
   * One Event to be told.
   *
   * @param reason what has happened
   * @param message the details
   */
  public record Entry(EventReason reason, String message) {}

  /**
   * What is new.
   *
   * @param before the status so far, or null
   */
  public static List<Entry> between(CaptureJobStatus before, CaptureJobStatus after) {
    List<Entry> story = new ArrayList<>();
    if (after.phase() != Phase.PENDING && (before == null || before.phase() != after.phase())) {
      story.add(ofPhase(after));
    }
    if (isNew(before, after, ConditionType.ACCEPTED, "False")) {
      story.add(new Entry(EventReason.REFUSED, message(after, ConditionType.ACCEPTED)));
    }
    Condition agents = condition(after, ConditionType.AGENTS_READY);
    if (!Objects.equals(reason(before, ConditionType.AGENTS_READY), agents.getReason())) {
      if (PROBLEMS.contains(agents.getReason())) {
        story.add(new Entry(EventReason.NODE_TROUBLE, agents.getMessage()));
      } else if (agents.getReason().equals(JobReason.QUEUED.text())) {
        story.add(new Entry(EventReason.QUEUED, agents.getMessage()));
      }
    }
    if (isNew(before, after, ConditionType.LOSSLESS, "False")) {
      story.add(new Entry(EventReason.PACKETS_LOST, message(after, ConditionType.LOSSLESS)));
    }
    return story;
  }

  private static Entry ofPhase(CaptureJobStatus after) {
    return switch (after.phase()) {
      case PENDING, PREPARING ->
          new Entry(EventReason.PREPARING, message(after, ConditionType.AGENTS_READY));
      case CAPTURING -> new Entry(EventReason.CAPTURING, message(after, ConditionType.CAPTURING));
      case UPLOADING ->
          new Entry(
              EventReason.UPLOADING,
              "%s; %s"
                  .formatted(
                      message(after, ConditionType.CAPTURING),
                      message(after, ConditionType.UPLOADED)));
      case COMPLETED ->
          new Entry(
              EventReason.COMPLETED,
              "%s; lost: %d"
                  .formatted(message(after, ConditionType.COMPLETE), after.counts().dropped()));
      case FAILED -> new Entry(EventReason.FAILED, message(after, ConditionType.FAILED));
    };
  }

  private static boolean isNew(
      CaptureJobStatus before, CaptureJobStatus after, ConditionType type, String status) {
    Condition now = condition(after, type);
    return now.getStatus().equals(status) && !now.getReason().equals(reason(before, type));
  }

  private static String reason(CaptureJobStatus status, ConditionType type) {
    return status == null || status.conditions().isEmpty()
        ? null
        : condition(status, type).getReason();
  }

  private static String message(CaptureJobStatus status, ConditionType type) {
    return condition(status, type).getMessage();
  }

  private static Condition condition(CaptureJobStatus status, ConditionType type) {
    return type.in(status.conditions()).orElseThrow();
  }
}
