// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbiTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1 << 19, (1 << 20) + 4096, 1 << 29, Integer.MIN_VALUE})
  void shouldRefuseImpossibleRings(int ringBytes) {
    assertThatThrownBy(() -> Abi.ringElementBytes(ringBytes, 96))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("take a power of two from 1048576 to 268435456");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 262145})
  void shouldRefuseImpossibleSnapLengths(int snapLength) {
    assertThatThrownBy(() -> Abi.ringElementBytes(1 << 20, snapLength))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("snap length " + snapLength + " is not possible: take 1 to 262144");
  }

  @Test
  void shouldAddSlackForTheLongestRecordInWholePages() {
    assertThat(Abi.ringElementBytes(1 << 20, 1)).isEqualTo(8192 + (1 << 20) + 4096);
    assertThat(Abi.ringElementBytes(1 << 20, 4052)).isEqualTo(8192 + (1 << 20) + 4096);
    assertThat(Abi.ringElementBytes(1 << 20, 4053)).isEqualTo(8192 + (1 << 20) + 8192);
    assertThat(Abi.ringElementBytes(1 << 28, 262144)).isEqualTo(8192 + (1 << 28) + 266240);
  }
}
