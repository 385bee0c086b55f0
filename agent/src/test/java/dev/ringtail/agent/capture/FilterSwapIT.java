// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.program.BoundFilter;
import dev.ringtail.agent.program.FilterSlot;
import dev.ringtail.bpf.Abi;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Filters replace each other many times a second, without a pause, under the kernel's own loop. */
class FilterSwapIT {
  private static final int ROUND = 1_000_000;
  private static final int ROUNDS = 5;
  private static final int BYTES = 64;

  private static Optional<BoundFilter> filter(String text) throws FilterException {
    return Optional.of(
        BoundFilter.of(Filters.compile(FilterLanguage.CHAIN, text, LinkType.ETHERNET)));
  }

  @Test
  void shouldJudgeEachPacketOnce() throws Exception {
    Optional<BoundFilter> none = filter("eth/ipv4/tcp");
    Optional<BoundFilter> every = filter("eth");
    AtomicBoolean over = new AtomicBoolean();
    int[] swaps = {0};
    try (RingFixture fixture = new RingFixture(1 << 20)) {
      FilterSlot slot = fixture.program().filterSlots().getFirst();
      Thread swapper =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!over.get()) {
                      slot.prepare(swaps[0] % 2 == 0 ? none : every).judge();
                      swaps[0]++;
                    }
                  });
      for (int i = 0; i < ROUNDS; i++) {
        fixture.send(ROUND, BYTES);
      }
      over.set(true);
      swapper.join();

      System.out.printf("%d swaps under %d packets%n", swaps[0], ROUNDS * ROUND);
      assertThat(swaps[0]).isGreaterThan(10);
      assertThat(fixture.count(Abi.Counters.SEEN)).isEqualTo(ROUNDS * ROUND);
      assertThat(fixture.count(Abi.Counters.FILTERED)).isPositive();
      assertThat(fixture.count(Abi.Counters.MATCHED)).isPositive();
      assertThat(fixture.count(Abi.Counters.FILTERED) + fixture.count(Abi.Counters.MATCHED))
          .isEqualTo(ROUNDS * ROUND);
      assertThat(fixture.count(Abi.Counters.DROPPED_TAILCALL)).isZero();
    }
  }
}
