// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BpfObjectsTest {

  private static final int ELF_MACHINE = 18;
  private static final int EM_BPF = 247;

  @ParameterizedTest
  @ValueSource(strings = {BpfObjects.XDP, BpfObjects.TC, BpfObjects.NOP})
  void shouldReadObjectForThisArchitecture(String name) {
    byte[] object = BpfObjects.read(name);

    assertThat(object).startsWith(0x7f, 'E', 'L', 'F');
    assertThat(Byte.toUnsignedInt(object[ELF_MACHINE])).isEqualTo(EM_BPF);
  }

  @ParameterizedTest
  @CsvSource({
    "x86_64,ringtail_xdp",
    "x86_64,ringtail_tc",
    "x86_64,ringtail_nop",
    "aarch64,ringtail_xdp",
    "aarch64,ringtail_tc",
    "aarch64,ringtail_nop"
  })
  void shouldCarryBtfButNoDwarfForEachArchitecture(String architecture, String name)
      throws IOException {
    try (InputStream in =
        BpfObjects.class.getResourceAsStream(architecture + "/" + name + ".bpf.o")) {
      String object = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);

      assertThat(object).contains(".BTF").doesNotContain(".debug_info").hasSizeLessThan(32 << 10);
    }
  }

  @Test
  void shouldNameWhatThereIsWhenAskedForSomethingElse() {
    assertThatThrownBy(() -> BpfObjects.read("ringtail_tcx"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ringtail_tcx.bpf.o is not in this build")
        .hasMessageContaining("ringtail_xdp, ringtail_tc and ringtail_nop");
  }
}
