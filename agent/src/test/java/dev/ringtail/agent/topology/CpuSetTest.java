// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0-3,8,10-12|0-3,8,10-12",
        "3,1,2|1-3",
        "5|5",
        "5-5|5",
        "0-1,1-2|0-2",
        "' 7\n'|7",
        "0-1023|0-1023",
        "8191|8191",
        "00007|7"
      })
  void shouldReadListsOfTheKernel(String text, String normal) {
    assertThat(CpuSet.parse(text)).hasToString(normal);
  }

  @Test
  void shouldReadAnEmptyListAsTheEmptySet() {
    assertThat(CpuSet.parse("\n")).isEqualTo(CpuSet.EMPTY).hasToString("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "0-",
        "-3",
        "0-3-5",
        "1,,2",
        ",",
        "1,",
        "3-1",
        "0-8192",
        "99999999999999999999",
        "1 - 3",
        "0x3",
        "٣",
        "0-31:2/8",
        "1\u0000",
        "(null)"
      })
  void shouldRefuseWhatIsNoListInOneSentence(String text) {
    assertThatThrownBy(() -> CpuSet.parse(text))
        .isInstanceOf(CpuSetFormatException.class)
        .message()
        .startsWith("CPU list \"")
        .endsWith(".")
        .matches("[ -~]{1,250}");
  }

  @Test
  void shouldSayWhichPartIsWrongAndShortenHostileText() {
    assertThatThrownBy(() -> CpuSet.parse("0-3,eth0"))
        .hasMessage(
            "CPU list \"0-3,eth0\" is not valid: \"eth0\" is neither a number nor a range such as 0-3.");
    assertThatThrownBy(() -> CpuSet.parse("z".repeat(1_000_000))).message().hasSizeLessThan(250);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ff,00000000|32-39|ff,00000000",
        "00000000,00000003|0-1|3",
        "f|0-3|f",
        "0|''|0",
        "80000000|31|80000000",
        "1,00000000,00000000|64|1,00000000,00000000"
      })
  void shouldReadAndWriteMasks(String mask, String list, String written) {
    assertThat(CpuSet.parseMask(mask)).hasToString(list);
    assertThat(CpuSet.parseMask(mask).toMask()).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"g", "123456789", ",", "f,", "0xf", "-1", "f f", "(null)", "１"})
  void shouldRefuseWhatIsNoMaskInOneSentence(String text) {
    assertThatThrownBy(() -> CpuSet.parseMask(text))
        .isInstanceOf(CpuSetFormatException.class)
        .message()
        .startsWith("CPU mask \"")
        .endsWith(".");
  }

  @Test
  void shouldRefuseMasksBeyondTheKernelsLargestMachine() {
    assertThat(CpuSet.parseMask("80000000" + ",00000000".repeat(255))).hasToString("8191");
    assertThatThrownBy(() -> CpuSet.parseMask("1" + ",00000000".repeat(256)))
        .isInstanceOf(CpuSetFormatException.class)
        .hasMessageContaining("CPU 8192");
  }

  @Test
  void shouldCombineSets() {
    CpuSet a = CpuSet.parse("0-3");
    CpuSet b = CpuSet.parse("2-5");
    assertThat(a.union(b)).hasToString("0-5");
    assertThat(a.intersect(b)).hasToString("2-3");
    assertThat(a.minus(b)).hasToString("0-1");
    assertThat(a.intersects(b)).isTrue();
    assertThat(a.containsAll(CpuSet.of(1, 3))).isTrue();
    assertThat(a.containsAll(b)).isFalse();
    assertThat(a.limit(2)).hasToString("0-1");
    assertThat(a).hasToString("0-3");
    assertThatThrownBy(() -> CpuSet.of(-1)).hasMessage("CPU -1 is outside 0 to 8191.");
  }

  @Property
  void shouldReadBackWhatItWrites(@ForAll("sets") CpuSet set) {
    assertThat(CpuSet.parse(set.toString())).isEqualTo(set);
    assertThat(CpuSet.parseMask(set.toMask())).isEqualTo(set);
    assertThat(CpuSet.of(IntStream.range(0, 8192).filter(set::contains))).isEqualTo(set);
  }

  @Property
  void shouldAnswerAnyTextWithASetOrASentence(@ForAll String text) {
    try {
      CpuSet.parse(text);
      CpuSet.parseMask(text);
    } catch (CpuSetFormatException e) {
      assertThat(e.getMessage()).endsWith(".").hasSizeLessThan(250);
    }
  }

  @Provide
  Arbitrary<CpuSet> sets() {
    return Arbitraries.integers()
        .between(0, CpuSet.LAST_POSSIBLE)
        .set()
        .ofMaxSize(200)
        .map(CpuSet::of);
  }
}
