// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.crds.v1alpha1.Selector;
import dev.ringtail.crds.v1alpha1.SelectorRequirement;
import dev.ringtail.crds.v1alpha1.SelectorRequirement.Operator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * As the table of set-based requirements in the documentation of Kubernetes' label selectors says.
 */
class LabelMatchTest {
  @ParameterizedTest
  @CsvSource({
    "IN, a, true",
    "IN, c, false",
    "IN, , false",
    "NOT_IN, a, false",
    "NOT_IN, c, true",
    "NOT_IN, , true",
    "EXISTS, c, true",
    "EXISTS, , false",
    "DOES_NOT_EXIST, c, false",
    "DOES_NOT_EXIST, , true"
  })
  void shouldMatchAsKubernetesDoes(Operator operator, String value, boolean matches) {
    boolean compares = operator == Operator.IN || operator == Operator.NOT_IN;
    Selector selector =
        new Selector(
            null,
            List.of(new SelectorRequirement("key", operator, compares ? List.of("a", "b") : null)));

    assertThat(LabelMatch.matches(selector, value == null ? null : Map.of("key", value)))
        .isEqualTo(matches);
  }

  @Test
  void shouldAskForAllOfIt() {
    Selector selector =
        new Selector(
            Map.of("a", "1", "b", "2"),
            List.of(
                new SelectorRequirement("c", Operator.EXISTS, null),
                new SelectorRequirement("d", Operator.IN, List.of("x", "y"))));

    assertThat(LabelMatch.matches(selector, Map.of("a", "1", "b", "2", "c", "3", "d", "x")))
        .isTrue();
    assertThat(LabelMatch.matches(selector, Map.of("a", "1", "b", "2", "d", "x"))).isFalse();
    assertThat(LabelMatch.matches(selector, Map.of("a", "1", "c", "3", "d", "x"))).isFalse();
    assertThat(LabelMatch.text(selector)).isEqualTo("a=1,b=2,c,d in (x,y)");
  }
}
