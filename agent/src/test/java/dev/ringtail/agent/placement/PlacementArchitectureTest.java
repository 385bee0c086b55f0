// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What the two packages may use. */
class PlacementArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.ringtail.agent.topology", "dev.ringtail.agent.placement");

  @Test
  void shouldKeepTopologyFreeOfTheRestOfTheAgent() {
    classes()
        .that()
        .resideInAPackage("dev.ringtail.agent.topology")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "com.fasterxml.jackson..", "dev.ringtail.agent.topology")
        .check(CLASSES);
  }

  @Test
  void shouldKeepPlacementToTopologyAlone() {
    classes()
        .that()
        .resideInAPackage("dev.ringtail.agent.placement")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "com.fasterxml.jackson..",
            "dev.ringtail.agent.topology",
            "dev.ringtail.agent.placement")
        .check(CLASSES);
  }

  @Test
  void shouldPlanWithoutFilesOrClocks() {
    classes()
        .that()
        .haveSimpleNameEndingWith("Planning")
        .or()
        .haveSimpleName("PlacementPlanner")
        .or()
        .haveSimpleName("SplitLayout")
        .or()
        .haveSimpleName("RingAssignment")
        .or()
        .haveSimpleName("QueueMoves")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java.lang..",
            "java.util..",
            "dev.ringtail.agent.topology",
            "dev.ringtail.agent.placement")
        .check(CLASSES);
  }
}
