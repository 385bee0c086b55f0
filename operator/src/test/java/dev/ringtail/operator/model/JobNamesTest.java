// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.operator.testing.Jobs;
import org.junit.jupiter.api.Test;

class JobNamesTest {
  private static final String LONG = "a".repeat(252) + "b";

  @Test
  void shouldFitWhateverTheJobIsCalled() {
    assertThat(JobNames.daemonSet(Jobs.named("shop", LONG))).hasSizeLessThanOrEqualTo(46);
    assertThat(JobNames.nodeCapture(Jobs.named("shop", LONG), "n".repeat(253)))
        .hasSizeLessThanOrEqualTo(253);
    assertThat(JobNames.labels(Jobs.named("shop", LONG))).containsOnlyKeys(JobNames.JOB_UID_LABEL);
  }

  @Test
  void shouldMakeNamesThatPodsMayHave() {
    assertThat(JobNames.daemonSet(Jobs.named("shop", "checkout.443.eu")))
        .matches("rt-checkout-443-eu-[0-9a-f]{10}");
    assertThat(JobNames.daemonSet(Jobs.named("shop", "a".repeat(31) + ".b")))
        .matches("rt-a{31}-[0-9a-f]{10}");
  }

  @Test
  void shouldTellJobsOfOneNameApart() {
    assertThat(JobNames.daemonSet(Jobs.named("shop", "job")))
        .isNotEqualTo(JobNames.daemonSet(Jobs.named("bank", "job")));
  }
}
