// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class PartPlanProperties {
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;
  private static final long LARGEST_OBJECT = 5L << 40;

  @Property
  void shouldStayWithinTheLimitsOfS3(@ForAll @LongRange(min = 1, max = LARGEST_OBJECT) long bytes) {
    PartPlan plan = PartPlan.of(bytes);

    assertThat(plan.parts()).isBetween(1, 10_000);
    assertThat(plan.partBytes()).isBetween(5 * MIB, 5 * GIB);
    int last = plan.parts() - 1;
    assertThat(plan.offset(last) + plan.length(last)).isEqualTo(bytes);
    assertThat(plan.length(last)).isPositive();
  }

  @Example
  void shouldKeepTheUsualPartsForUsualSegments() {
    assertThat(PartPlan.of(256 * MIB)).isEqualTo(new PartPlan(256 * MIB, 16 * MIB));
    assertThat(PartPlan.of(64 * GIB).parts()).isEqualTo(4096);
    assertThat(PartPlan.of(16 * MIB).isSingle()).isTrue();
    assertThat(PartPlan.of(16 * MIB + 1).parts()).isEqualTo(2);
  }
}
