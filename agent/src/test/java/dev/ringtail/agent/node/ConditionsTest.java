// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.ringtail.crds.v1alpha1.ConditionType;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static final Clock START =
      Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
  private static final Clock LATER = Clock.offset(START, Duration.ofMinutes(1));

  @Test
  void shouldMoveTheTimeOnlyWhenTheStatusChanges() {
    Conditions first = new Conditions(START, List.of());
    first.set(ConditionType.UPLOADED, false, "Delivering", "0 objects", 1L);
    first.set(ConditionType.LOSSLESS, null, "NotStarted", "", 1L);

    Conditions second = new Conditions(LATER, first.list());
    second.set(ConditionType.UPLOADED, false, "StoreTrouble", "no connection", 2L);
    second.set(ConditionType.LOSSLESS, true, "NoLoss", "", 2L);

    assertThat(second.list())
        .extracting(
            Condition::getType,
            Condition::getStatus,
            Condition::getReason,
            Condition::getLastTransitionTime,
            Condition::getObservedGeneration)
        .containsExactly(
            tuple("Uploaded", "False", "StoreTrouble", "2026-11-30T12:00:00Z", 2L),
            tuple("Lossless", "True", "NoLoss", "2026-11-30T12:01:00Z", 2L));
  }

  @Test
  void shouldCutWhatIsTooLong() {
    assertThat(Conditions.cut("abcdef", 4)).isEqualTo("abc…");
    assertThat(Conditions.cut("abcd", 4)).isEqualTo("abcd");
  }
}
