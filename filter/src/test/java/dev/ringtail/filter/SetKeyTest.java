// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetKeyTest {

  @Test
  void shouldKeyAddressesInNetworkOrder() throws FilterException {
    SetKey host = SetKey.parse("10.0.0.5");
    assertThat(host.type()).isEqualTo(SetType.IPV4);
    assertThat(host.bytes(SetMap.Layout.HASH)).containsExactly(10, 0, 0, 5);
    SetKey net = SetKey.parse("2001:db8::/32");
    assertThat(net.type()).isEqualTo(SetType.IPV6);
    assertThat(net.isPrefix()).isTrue();
    byte[] key = net.bytes(SetMap.Layout.LPM_TRIE);
    String length = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? "20000000" : "00000020";
    assertThat(HexFormat.of().formatHex(key)).isEqualTo(length + "20010db8" + "0".repeat(24));
    assertThatThrownBy(() -> net.bytes(SetMap.Layout.HASH))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldKeyNumbersInTheOrderOfTheMachine() throws FilterException {
    assertThat(SetKey.parse("443")).isEqualTo(SetKey.parse(" 0x1bb "));
    assertThat(SetKey.parse("02:00:00:00:00:01").type()).isEqualTo(SetType.MAC);
  }

  @ParameterizedTest
  @CsvSource({
    "443, 443",
    "0xffffffffffffffff, 18446744073709551615",
    "02:00:00:00:00:0A, 02:00:00:00:00:0a",
    "10.0.0.5, 10.0.0.5",
    "10.0.0.0/8, 10.0.0.0/8",
    "2001:db8:0:0:0:0:0:1, 2001:db8::1",
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "::/0, ::/0",
    "fe80::/10, fe80::/10",
    "::1, ::1"
  })
  void shouldReadItsKeysBack(String text, String shown) throws FilterException {
    SetKey key = SetKey.parse(text);
    assertThat(key).hasToString(shown);
    assertThat(SetKey.parse(shown)).isEqualTo(key);
    for (SetMap.Layout layout : SetMap.Layout.values()) {
      boolean isAddress = key.type() == SetType.IPV4 || key.type() == SetType.IPV6;
      if (layout == SetMap.Layout.HASH ? !key.isPrefix() : isAddress) {
        assertThat(SetKey.read(key.type(), layout, key.bytes(layout))).isEqualTo(key);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "web1", "10.0.0.1/24", "10.0.0.0/33", "1 2", "10.0.0"})
  void shouldRefuseWhatIsNoElement(String text) {
    assertThatThrownBy(() -> SetKey.parse(text)).isInstanceOf(FilterException.class);
  }
}
