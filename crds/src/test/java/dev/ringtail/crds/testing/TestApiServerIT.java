// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestApiServerIT {
  @Test
  void shouldAcceptTheCrdsWithoutWarningOfSchemaErrors() {
    assertThat(
            TestApiServer.client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .list()
                .getItems())
        .hasSize(2)
        .allSatisfy(
            crd ->
                assertThat(crd.getStatus().getConditions())
                    .noneMatch(condition -> condition.getType().equals("NonStructuralSchema")));
  }
}
