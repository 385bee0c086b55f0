// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpoolBudgetTest {
  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;

  @Test
  void shouldDivideIntoSegmentsAsAskedFor() throws SpoolException {
    SpoolBudget budget =
        SpoolBudget.divide(4 * GIB, false, 256 * MIB, 2, 0, "/spool", 100 * GIB, 50 * GIB);

    assertThat(budget.segmentBytes()).isEqualTo(256 * MIB);
    assertThat(budget.segments()).isEqualTo(16);
  }

  @Test
  void shouldMakeSegmentsSmallerSoThatEachReaderHasTwo() throws SpoolException {
    SpoolBudget budget =
        SpoolBudget.divide(4 * GIB, false, 256 * MIB, 32, 0, "/spool", 100 * GIB, 50 * GIB);

    assertThat(budget.segmentBytes()).isEqualTo(64 * MIB);
    assertThat(budget.segments()).isEqualTo(64);
  }

  @Test
  void shouldKeepFifteenPercentOfTheFileSystemFree() {
    assertThatThrownBy(
            () ->
                SpoolBudget.divide(4 * GIB, false, 256 * MIB, 2, 0, "/spool", 100 * GIB, 18 * GIB))
        .isInstanceOf(SpoolException.class)
        .hasMessage(
            "spool of 4096 MiB does not fit /spool: its file system of 102400 MiB has 18432 MiB"
                + " free and 15360 MiB (15 %) must stay so; give at most 3072 MiB, or another folder");
  }

  @Test
  void shouldTakeLessWhereNobodyAskedForAnAmount() throws SpoolException {
    SpoolBudget budget =
        SpoolBudget.divide(4 * GIB, true, 256 * MIB, 2, 0, "/spool", 100 * GIB, 18 * GIB);

    assertThat(budget.segmentBytes() * budget.segments()).isLessThanOrEqualTo(3 * GIB);
  }

  @Test
  void shouldKeepRoomForCompressedCopies() throws SpoolException {
    SpoolBudget budget =
        SpoolBudget.divide(4 * GIB, false, 256 * MIB, 2, 2, "/spool", 100 * GIB, 50 * GIB);

    assertThat(budget.segments()).isEqualTo(14);
  }
}
