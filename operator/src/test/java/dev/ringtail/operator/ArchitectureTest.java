// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.ringtail.operator.testing.RenderedChart;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which part of the operator may know which. */
class ArchitectureTest {
  private static JavaClasses operator;

  @BeforeAll
  static void read() {
    operator =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.ringtail.operator");
  }

  @Test
  void shouldKeepPlansAndStatusFromTalkingToTheApiServer() {
    noClasses()
        .that()
        .resideInAnyPackage("..operator.model..", "..operator.status..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.fabric8.kubernetes.client.KubernetesClient")
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.javaoperatorsdk..", "io.vertx..", "..operator.job..", "..operator.event..")
        .check(operator);
  }

  @Test
  void shouldHaveNoCycles() {
    slices().matching("dev.ringtail.operator.(*)..").should().beFreeOfCycles().check(operator);
  }

  @Test
  void shouldBeAsTheArchitecturePageSays() throws IOException {
    String page =
        Files.readString(RenderedChart.root().resolve("docs/ARCHITECTURE.md"))
            .replaceAll("\\s+", " ");
    String paragraph = page.substring(page.indexOf("Inside `operator`:"));
    Set<String> named =
        Pattern.compile("`([a-z]+)`")
            .matcher(paragraph.substring(0, paragraph.indexOf(". ")))
            .results()
            .map(found -> found.group(1))
            .filter(name -> !name.equals("operator"))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> packages =
        operator.stream()
            .map(one -> one.getPackageName().substring("dev.ringtail.operator".length()))
            .filter(name -> !name.isEmpty())
            .map(name -> name.substring(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).isEqualTo(packages);
  }
}
