// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1000000, 1000000",
    "1k, 1000",
    "4G, 4000000000",
    "256Mi, 268435456",
    "10Gi, 10737418240",
    "8388607Ti, 9223370937343148032"
  })
  void shouldReadBytes(String text, long bytes) {
    assertThat(new ByteCount(text).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "1.5Gi",
        "256MB",
        "1K",
        "1ki",
        "1m",
        "1e3",
        " 1",
        "1 Gi",
        "8388608Ti"
      })
  void shouldRefuseOtherBytes(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new ByteCount(text));
  }

  @ParameterizedTest
  @CsvSource({
    "60s, 60000",
    "10m, 600000",
    "1h30m, 5400000",
    "1.5h, 5400000",
    "250ms, 250",
    "0s, 0",
    "1.05m, 63000",
    "0.001ms, 0",
    "999999999.5h, 3599999998200000"
  })
  void shouldReadSpans(String text, long millis) {
    assertThat(new TimeSpan(text).duration().truncatedTo(ChronoUnit.MILLIS))
        .isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "60", "-5s", "+5s", "5 s", "1d", "1h30", "PT1M", ".5h", "1us", "1M"})
  void shouldRefuseOtherSpans(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new TimeSpan(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {"0=[0]", "0-3,8=[0, 1, 2, 3, 8]", "8,0-1,1=[0, 1, 8]", "2-2=[2]"})
  void shouldReadCpus(String text, String cpus) {
    assertThat(new CpuList(text).cpus().boxed().toList()).hasToString(cpus);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3-0", "0-", "-1", "0,,1", "0-31:2/4", "a", "0 1", "99999"})
  void shouldRefuseOtherCpus(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new CpuList(text));
  }
}
