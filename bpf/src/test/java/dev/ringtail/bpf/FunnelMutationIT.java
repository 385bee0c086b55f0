// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every counter is watched: programs built with one increment left out fail the tests of the
 * funnel, each for its own increment.
 */
class FunnelMutationIT {

  private static final Path MUTANTS = TestDriver.BUILD.resolve("mutants");
  private static final String[] GROUPS = {"funnel", "bell"};

  /** An increment that one build leaves out. */
  private record Mutant(String number, String counter, String file, String line) {

    static Mutant parse(String text) {
      String[] words = text.split(" ");
      return new Mutant(words[0], words[1], words[2], words[3]);
    }

    String name() {
      return counter + " at " + file + ":" + line + " does not count";
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldFailWithoutIncrement() throws IOException {
    return mutants().stream().map(mutant -> dynamicTest(mutant.name(), () -> kill(mutant)));
  }

  @Test
  void shouldMutateEveryCounterThatTheKernelKeeps() throws IOException {
    assertThat(mutants())
        .extracting(Mutant::counter)
        .contains(
            "seen",
            "matched",
            "written",
            "dropped_ring_full",
            "dropped_reentered",
            "dropped_copy_failed",
            "dropped_no_ring",
            "dropped_tailcall",
            "truncated",
            "written_bytes",
            "merged",
            "occupancy",
            "bells",
            "bells_failed");
  }

  @Test
  void shouldPassWithEveryIncrement() throws IOException, InterruptedException {
    TestDriver.Report report = TestDriver.run(TestDriver.BUILD.resolve("objects"), GROUPS);

    assertThat(report.exitStatus()).as(report.output()).isZero();
  }

  private static List<Mutant> mutants() throws IOException {
    return Files.readAllLines(MUTANTS.resolve("list")).stream().map(Mutant::parse).toList();
  }

  /** The mutant must load and run, and a wrong count must be what fails. */
  private static void kill(Mutant mutant) throws IOException, InterruptedException {
    TestDriver.Report report = TestDriver.run(MUTANTS.resolve(mutant.number()), GROUPS);

    assertThat(report.cases())
        .as(report.output())
        .filteredOn(test -> test.failure() != null)
        .isNotEmpty()
        .allSatisfy(test -> assertThat(test.failure()).matches(".* is \\d+, not \\d+ .*"));
    assertThat(report.exitStatus()).isEqualTo(1);
  }
}
