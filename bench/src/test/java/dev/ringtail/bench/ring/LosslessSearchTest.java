// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LosslessSearchTest {
  private static final double LIMIT = 2.3e6;

  private static Trial at(double rate) {
    long dropped = rate > LIMIT ? 1 + (long) (rate - LIMIT) : 0;
    return new Trial((long) rate, (long) rate - dropped, dropped, 1, 0, 0);
  }

  @Test
  void shouldTakeBlastWhenNothingIsLost() {
    Trial blast = at(1e6);

    assertThat(LosslessSearch.search(blast, LosslessSearchTest::at)).isSameAs(blast);
  }

  @Test
  void shouldComeWithinFivePercentOfTheLimitFromBelow() {
    Trial best = LosslessSearch.search(at(10e6), LosslessSearchTest::at);

    assertThat(best.isLossless()).isTrue();
    assertThat(best.rate()).isLessThanOrEqualTo(LIMIT).isCloseTo(LIMIT, within(LIMIT * 0.05));
  }

  @Test
  void shouldGiveALossySecondChance() {
    AtomicInteger calls = new AtomicInteger();

    Trial best =
        LosslessSearch.search(at(10e6), rate -> at(calls.incrementAndGet() % 2 == 1 ? 10e6 : rate));

    assertThat(best.isLossless()).isTrue();
  }
}
