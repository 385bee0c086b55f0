// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OneToOneQueueTest {
  @Test
  void shouldRefuseWhenFullAndHandOverInOrder() {
    OneToOneQueue<String> queue = new OneToOneQueue<>(2);

    assertThat(queue.offer("a")).isTrue();
    assertThat(queue.offer("b")).isTrue();
    assertThat(queue.offer("c")).isFalse();
    assertThat(queue.poll()).isEqualTo("a");
    assertThat(queue.offer("c")).isTrue();
    assertThat(queue.poll()).isEqualTo("b");
    assertThat(queue.poll()).isEqualTo("c");
    assertThat(queue.poll()).isNull();
  }

  @Test
  void shouldLoseNothingBetweenTwoThreads() {
    OneToOneQueue<Integer> queue = new OneToOneQueue<>(8);
    int count = 1_000_000;
    CompletableFuture<Void> producer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < count; ) {
                if (queue.offer(i)) {
                  i++;
                } else {
                  Thread.onSpinWait();
                }
              }
            });
    for (int expected = 0; expected < count; ) {
      Integer value = queue.poll();
      if (value == null) {
        Thread.onSpinWait();
      } else {
        assertThat(value).isEqualTo(expected++);
      }
    }
    producer.join();
  }
}
