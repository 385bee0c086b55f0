// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which part may know which. */
class ArchitectureTest {
  private static JavaClasses all;

  @BeforeAll
  static void read() {
    all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.ringtail");
  }

  @Test
  void shouldKeepModulesApart() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.ringtail.pcapng..", "dev.ringtail.filter..", "dev.ringtail.bpf..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.ringtail.agent..", "dev.ringtail.crds..")
        .check(all);
    noClasses()
        .that()
        .resideInAPackage("dev.ringtail.crds..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.ringtail.agent..", "dev.ringtail.filter..", "dev.ringtail.pcapng..")
        .check(all);
  }

  @Test
  void shouldPointOneWayInsideTheAgent() {
    slices().matching("dev.ringtail.agent.(*)..").should().beFreeOfCycles().check(all);
  }

  @Test
  void shouldKeepTheRingFromKnowingCaptures() {
    noClasses()
        .that()
        .resideInAnyPackage("..agent.kernel..", "..agent.ring..", "..agent.spool..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..agent.capture..", "..agent.upload..", "..agent.cli..")
        .check(all);
  }

  @Test
  void shouldKeepLibrariesOffTheHotPath() {
    noClasses()
        .that()
        .resideInAnyPackage("..agent.ring..", "..agent.spool..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.fasterxml..", "io.fabric8..", "io.vertx..", "org.slf4j..")
        .check(all);
  }

  @Test
  void shouldCallNativeCodeOnlyFromBindings() {
    classes()
        .that()
        .containAnyMethodsThat(
            DescribedPredicate.describe(
                "are native", method -> method.getModifiers().contains(JavaModifier.NATIVE)))
        .should()
        .resideInAnyPackage("..agent.kernel..", "..filter..")
        .check(all);
  }
}
