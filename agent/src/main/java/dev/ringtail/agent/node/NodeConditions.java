// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.crds.v1alpha1.CaptureGap;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Says in conditions how a node's part of a job stands. */
final class NodeConditions {
  private static final double MS_PER_SECOND = 1000;

  private final Conditions conditions;

  NodeConditions(Conditions conditions) {
    this.conditions = conditions;
  }

  List<Condition> list() {
    return conditions.list();
  }

  void update(Stand stand) {
    capturing(stand);
    uploaded(stand);
    lossless(stand);
    set(
        stand,
        ConditionType.COMPLETE,
        stand.phase() == Phase.COMPLETED,
        stand.ending().map(Ending::reason).orElse("Running"),
        stand.ending().map(Ending::message).orElse("the capture has not come to its end"));
    Optional<Ending> failure = stand.ending().filter(how -> how.phase() == Phase.FAILED);
    set(
        stand,
        ConditionType.FAILED,
        failure.isPresent(),
        failure.map(Ending::reason).orElse("NoFailure"),
        failure.map(Ending::message).orElse("nothing has failed"));
  }

  private void capturing(Stand stand) {
    switch (stand.phase()) {
      case CAPTURING ->
          set(
              stand,
              ConditionType.CAPTURING,
              true,
              "Capturing",
              "captures on " + String.join(", ", stand.figures().interfaces().keySet()));
      case UPLOADING -> set(stand, ConditionType.CAPTURING, false, "Ended", "the capture is over");
      default ->
          set(
              stand,
              ConditionType.CAPTURING,
              false,
              stand.ending().map(Ending::reason).orElse("Preparing"),
              stand.ending().map(Ending::message).orElse("the capture has not begun"));
    }
  }

  private void uploaded(Stand stand) {
    String store =
        "%d objects with %d packets are in the store"
            .formatted(stand.figures().objects(), stand.figures().at(FunnelTerm.DELIVERED));
    if (stand.phase().isFinal() && stand.ending().filter(Ending::isDelivered).isPresent()) {
      set(stand, ConditionType.UPLOADED, true, "Delivered", store);
    } else if (stand.phase().isFinal()) {
      set(stand, ConditionType.UPLOADED, false, "NotDelivered", store + "; " + stand.trouble());
    } else if (stand.trouble().isEmpty()) {
      set(stand, ConditionType.UPLOADED, false, "Delivering", store);
    } else {
      set(stand, ConditionType.UPLOADED, false, "StoreTrouble", store + "; " + stand.trouble());
    }
  }

  private void lossless(Stand stand) {
    List<CaptureGap> gaps = stand.lives().gaps();
    long lost = stand.figures().lost();
    Optional<FunnelTerm> worst = stand.figures().worstLoss();
    if (!gaps.isEmpty()) {
      set(
          stand,
          ConditionType.LOSSLESS,
          false,
          gaps.getFirst().reason(),
          String.format(
              Locale.ROOT,
              "nothing was captured for %.3f s in all, since the agent was away; %d packets were"
                  + " lost beside that, %d of them unread in the rings when it died",
              seconds(gaps),
              lost,
              stand.figures().unread()));
    } else if (lost > 0) {
      String key = worst.map(FunnelTerm::key).orElse("agentRestarted");
      set(
          stand,
          ConditionType.LOSSLESS,
          false,
          Character.toUpperCase(key.charAt(0)) + key.substring(1),
          "%d packets were lost".formatted(lost));
    } else if (stand.lives().runs().isEmpty()) {
      set(stand, ConditionType.LOSSLESS, null, "NotStarted", "nothing was captured yet");
    } else {
      set(stand, ConditionType.LOSSLESS, true, "NoLoss", "no packet was lost");
    }
  }

  private static double seconds(List<CaptureGap> gaps) {
    return gaps.stream()
            .mapToLong(
                gap ->
                    Duration.between(Instant.parse(gap.from()), Instant.parse(gap.to())).toMillis())
            .sum()
        / MS_PER_SECOND;
  }

  private void set(Stand stand, ConditionType type, Boolean isTrue, String reason, String message) {
    conditions.set(type, isTrue, reason, message, stand.generation());
  }
}
