// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  private static final String STAT =
      "71 (odd) name) S 1 71 71 0 -1 4194560 1 0 0 0 250 50 0 0 20 0 17 0 5 100 200"
          + " 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 17 3 0 0 0 0 0";

  @Test
  void shouldPreferNanosecondsOfTheScheduler() {
    assertThat(ThreadTimes.parse(STAT, "1500000000 250000000 42"))
        .isEqualTo(new ThreadTimes(1.5, 0.25, 3));
  }

  @Test
  void shouldFallBackToTicks() {
    assertThat(ThreadTimes.parse(STAT, "")).isEqualTo(new ThreadTimes(3, 0, 3));
  }

  @Test
  void shouldReadWhatEachCpuDid() {
    String stat =
        """
        cpu  300 0 100 5000 50 0 150 20 0 0
        cpu0 100 0 50 2500 50 0 100 20 0 0
        cpu10 200 0 50 2500 0 0 50 0 0 0
        intr 12 3 4
        """;

    assertThat(CpuTime.parse(stat)).containsOnlyKeys(0, 10);
    CpuTime zero = CpuTime.parse(stat).get(0);
    assertThat(zero).isEqualTo(new CpuTime(25.5, 1.0, 0.2, 1.5));
    assertThat(zero.busyShare()).isCloseTo(2.5 / 28.2, within(1e-9));
    assertThat(zero.since(new CpuTime(25.5, 0, 0, 1.5)).softirqShare())
        .isCloseTo(1.0 / 1.2, within(1e-9));
    assertThat(CpuTime.UNKNOWN.softirqShare()).isZero();
  }
}
