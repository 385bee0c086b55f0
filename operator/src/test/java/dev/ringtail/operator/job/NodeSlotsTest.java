// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.operator.job.NodeSlots.Claim;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeSlotsTest {
  private final NodeSlots slots = new NodeSlots(1);

  @Test
  void shouldGiveAllNodesOrNone() {
    slots.claim(claim("first", 1, "a"));

    assertThat(slots.claim(claim("second", 2, "a", "b")).nodes()).isEmpty();
    assertThat(slots.claim(claim("second", 2, "a", "b")).refusal())
        .contains(
            "waits for its turn on node a, which takes 1 at a time: first; starts when one of them ends");
  }

  @Test
  void shouldLetOlderJobsThatWaitGoFirst() {
    slots.claim(claim("first", 1, "a"));
    slots.claim(claim("second", 2, "a", "b"));

    assertThat(slots.claim(claim("third", 3, "b")).refusal().orElseThrow()).contains("second");
    slots.release("first");
    assertThat(slots.claim(claim("third", 3, "b")).nodes()).isEmpty();
    assertThat(slots.claim(claim("second", 2, "a", "b")).nodes()).containsExactly("a", "b");
    slots.release("second");
    assertThat(slots.claim(claim("third", 3, "b")).nodes()).containsExactly("b");
    assertThat(slots.waiting()).isZero();
  }

  @Test
  void shouldAddNodesToARunningJobAsTheyHaveRoom() {
    slots.claim(claim("first", 1, "a"));
    slots.claim(claim("second", 2, "b"));

    assertThat(slots.claim(claim("second", 2, "a", "b", "c")).nodes()).containsExactly("b", "c");
    slots.release("first");
    assertThat(slots.claim(claim("second", 2, "a", "b", "c")).nodes())
        .containsExactly("a", "b", "c");
  }

  @Test
  void shouldCountWhatRanBeforeAStart() {
    slots.note(claim("running", 1, "a"));

    assertThat(slots.claim(claim("new", 2, "a")).nodes()).isEmpty();
    assertThat(slots.claim(claim("running", 1, "a")).nodes()).containsExactly("a");
  }

  private static Claim claim(String job, int second, String... nodes) {
    return new Claim(job, job, Instant.ofEpochSecond(second), Set.of(nodes));
  }
}
