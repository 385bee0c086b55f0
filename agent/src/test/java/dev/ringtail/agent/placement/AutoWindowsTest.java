// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.agent.placement.AutoWindows.Step;
import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AutoWindowsTest {
  private static Measurement window(long captured, long lost, long cpuMs) {
    return new Measurement(Duration.ofSeconds(2), captured, lost, Duration.ofMillis(cpuMs), 0.5);
  }

  private static final Measurement QUIET = window(1000, 0, 10);

  @Test
  void shouldEndWithObserveWhereNothingIsLost() {
    AutoWindows auto = new AutoWindows(4);
    assertThat(auto.first().candidate()).isZero();
    Step step = auto.next(QUIET);
    assertThat(step)
        .isEqualTo(new Step(0, false, "It lost nothing, so there is nothing to win back."));
    assertThat(auto.trials()).hasSize(1);
    assertThat(auto.next(QUIET).candidate()).isZero();
  }

  @Test
  void shouldTryEachAndKeepTheBestRate() {
    AutoWindows auto = new AutoWindows(4);
    assertThat(auto.next(window(1_000_000, 500_000, 900)).candidate()).isEqualTo(1);
    assertThat(auto.next(window(600_000, 900_000, 900)).candidate()).isEqualTo(2);
    assertThat(auto.next(window(1_400_000, 100_000, 1900)).candidate()).isEqualTo(3);
    Step step = auto.next(window(1_300_000, 200_000, 1900));
    assertThat(step.candidate()).isEqualTo(2);
    assertThat(step.trying()).isFalse();
    assertThat(step.reason())
        .startsWith("Of 4 placements it captured 700000 packets/s at 1357 ns of CPU each");
    assertThat(auto.trials()).map(AutoWindows.Trial::candidate).containsExactly(0, 1, 2, 3);
  }

  @Test
  void shouldEndAtTheFirstThatLosesNothing() {
    AutoWindows auto = new AutoWindows(5);
    auto.next(window(1_000_000, 500_000, 900));
    Step step = auto.next(window(1_500_000, 0, 1500));
    assertThat(step.candidate()).isEqualTo(1);
    assertThat(step.trying()).isFalse();
  }

  @Test
  void shouldPreferLessCpuWhereRatesTie() {
    AutoWindows auto = new AutoWindows(3);
    auto.next(window(1_000_000, 10, 2000));
    auto.next(window(1_020_000, 10, 1000));
    assertThat(auto.next(window(1_010_000, 10, 1500)).candidate()).isEqualTo(1);
  }

  @Test
  void shouldPreferTheEarlierWhereNothingIsClearlyBetter() {
    AutoWindows auto = new AutoWindows(3);
    auto.next(window(1_000_000, 10, 1000));
    auto.next(window(1_040_000, 10, 990));
    assertThat(auto.next(window(1_030_000, 10, 1010)).candidate()).isZero();
  }

  @Test
  void shouldStartWhenLossBeginsLater() {
    AutoWindows auto = new AutoWindows(3);
    auto.next(QUIET);
    Measurement lossy = window(1000, 1, 10);
    assertThat(auto.next(lossy).trying()).isFalse();
    assertThat(auto.next(lossy).trying()).isFalse();
    assertThat(auto.next(QUIET).trying()).isFalse();
    auto.next(lossy);
    auto.next(lossy);
    Step step = auto.next(lossy);
    assertThat(step.trying()).isTrue();
    assertThat(step.candidate()).isZero();
    auto.next(lossy);
    auto.next(window(2000, 0, 10));
    assertThat(auto.trials()).map(AutoWindows.Trial::round).containsExactly(1, 2, 2);
  }

  @Test
  void shouldKeepAChosenPlacementForAWhile() {
    AutoWindows auto = new AutoWindows(2);
    Measurement lossy = window(1000, 1, 10);
    auto.next(lossy);
    assertThat(auto.next(lossy).trying()).isFalse();
    for (int i = 1; i < AutoWindows.WINDOWS_BETWEEN_ROUNDS; i++) {
      assertThat(auto.next(lossy).trying()).as("window " + i).isFalse();
    }
    assertThat(auto.next(lossy).trying()).isTrue();
  }

  @Test
  void shouldStayWithTheOnlyCandidate() {
    AutoWindows auto = new AutoWindows(1);
    for (int i = 0; i < 100; i++) {
      Step step = auto.next(window(1, 1, 1));
      assertThat(step.candidate()).isZero();
      assertThat(step.trying()).isFalse();
    }
  }

  @Property(tries = 300)
  void shouldEndEveryRoundAfterAtMostOneWindowEach(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int candidates) {
    Random random = new Random(seed);
    AutoWindows auto = new AutoWindows(candidates);
    int windows = 0;
    for (int i = 0; i < 200; i++) {
      Step step = auto.next(window(random.nextInt(1000), random.nextInt(3), random.nextInt(1000)));
      windows = step.trying() ? windows + 1 : 0;
      assertThat(windows).isLessThanOrEqualTo(candidates);
      assertThat(step.candidate()).isBetween(0, candidates - 1);
      assertThat(step.reason()).endsWith(".");
    }
  }

  @Test
  void shouldRefuseWhatCannotBeMeasured() {
    assertThatThrownBy(() -> new AutoWindows(0)).hasMessage("Auto needs a candidate.");
    assertThatThrownBy(() -> new Measurement(Duration.ZERO, 1, 1, Duration.ZERO, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(window(0, 0, 5).cpuNsPerPacket()).isZero();
  }
}
