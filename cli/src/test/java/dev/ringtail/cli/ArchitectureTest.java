// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.ringtail.agent.lab.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which part of the plugin may know which. */
class ArchitectureTest {
  private static JavaClasses cli;

  @BeforeAll
  static void read() {
    cli =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.ringtail.cli");
  }

  @Test
  void shouldKnowNothingOfTheAgent() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.ringtail.agent..", "dev.ringtail.operator..")
        .check(cli);
  }

  @Test
  void shouldKeepClusterAndStoreApart() {
    noClasses()
        .that()
        .resideInAPackage("..cli.cluster..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("software.amazon..", "..cli.store..", "dev.ringtail.pcapng..")
        .check(cli);
    noClasses()
        .that()
        .resideInAPackage("..cli.store..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.fabric8..", "..cli.cluster..")
        .check(cli);
  }

  @Test
  void shouldHaveNoCycles() {
    slices().matching("dev.ringtail.cli.(*)..").should().beFreeOfCycles().check(cli);
  }

  @Test
  void shouldBeAsTheArchitecturePageSays() throws IOException {
    String page =
        Files.readString(ProjectFolder.root().resolve("docs/ARCHITECTURE.md"))
            .replaceAll("\\s+", " ");
    String paragraph = page.substring(page.indexOf("Inside `cli`:"));
    Set<String> named =
        Pattern.compile("`([a-z]+)`")
            .matcher(paragraph.substring(0, paragraph.indexOf(". ")))
            .results()
            .map(found -> found.group(1))
            .filter(name -> !name.equals("cli"))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> packages =
        cli.stream()
            .map(one -> one.getPackageName().substring("dev.ringtail.cli".length()))
            .filter(name -> !name.isEmpty())
            .map(name -> name.substring(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).isEqualTo(packages);
  }
}
