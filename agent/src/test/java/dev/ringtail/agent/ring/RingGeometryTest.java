// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.bpf.Abi;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RingGeometryTest {
  private static final long MIB = 1 << 20;

  @Test
  void shouldSplitTheDefaultBudgetOverTwoCpus() throws RingMemoryException {
    RingGeometry geometry = RingGeometry.forBudget(256 * MIB, 2, 1514);

    assertThat(geometry.ringBytes()).isEqualTo(64 * MIB);
    assertThat(1 << geometry.markShift()).isEqualTo(4 * MIB);
  }

  @Test
  void shouldRefuseWithTheNumbers() {
    assertThatThrownBy(() -> RingGeometry.forBudget(4 * MIB, 4, 262144))
        .isInstanceOf(RingMemoryException.class)
        .hasMessage(
            "buffer memory of 4.0 MiB is too little for 4 rings, one per CPU that may receive: each"
                + " takes at least 1.3 MiB; give at least 6 MiB, or a smaller snap length");
  }

  @Property
  void shouldFitTheBudgetAndTheMarks(
      @ForAll @IntRange(min = 2, max = 4096) int budgetMib,
      @ForAll @IntRange(min = 1, max = 128) int rings,
      @ForAll @IntRange(min = 1, max = 262144) int snapLength) {
    RingGeometry geometry;
    try {
      geometry = RingGeometry.forBudget(budgetMib * MIB, rings, snapLength);
    } catch (RingMemoryException e) {
      assertThat(Abi.ringElementBytes(Abi.RING_BYTES_MIN, snapLength) * rings)
          .isGreaterThan(budgetMib * MIB);
      return;
    }
    assertThat((long) geometry.elementBytes() * rings).isLessThanOrEqualTo(budgetMib * MIB);
    assertThat(1 << geometry.markShift()).isGreaterThanOrEqualTo(Abi.EPB_OVERHEAD + snapLength);
    assertThat(geometry.ringBytes() >> geometry.markShift()).isBetween(1, Abi.MARKS / 2);
  }
}
