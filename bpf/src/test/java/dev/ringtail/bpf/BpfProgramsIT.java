// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The C tests in {@code bpf/test}, on the kernel of this machine; needs root. */
class BpfProgramsIT {

  @TestFactory
  Stream<DynamicTest> shouldPass() throws IOException, InterruptedException {
    TestDriver.Report report = TestDriver.run(TestDriver.BUILD.resolve("objects"));

    assertThat(report.cases()).as(report.output()).hasSizeGreaterThan(40);
    assertThat(report.output())
        .contains(
            report.cases().stream().filter(test -> test.failure() == null).count()
                - report.cases().stream().filter(test -> test.skipped() != null).count()
                + " passed");
    return report.cases().stream().map(test -> dynamicTest(test.name(), () -> judge(test)));
  }

  private static void judge(TestDriver.Case test) {
    assumeTrue(test.skipped() == null, test.skipped());
    if (test.failure() != null) {
      fail(test.failure());
    }
  }
}
