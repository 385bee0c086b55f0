// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.yaml;

import dev.ringtail.crds.rule.Scope;
import dev.ringtail.crds.rule.SpecRules;
import dev.ringtail.crds.rule.Violation;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads one CaptureJob, in YAML 1.2 or JSON, as {@code ringtail-agent run -f} does. What {@code
 * kubectl get -o yaml} prints is read as well: {@code status} and the parts of {@code metadata}
 * that a cluster adds are skipped. Missing fields have their defaults in the result.
 *
 * <p>The document is held against the rules of {@link Scope#STANDALONE}: unlike in a cluster,
 * {@code target.nodes} needs no selector or names, {@code target.pods} is refused, and {@code
 * output.directory} is allowed.
 */
public final class CaptureJobReader {
  private static final String API_VERSION = CaptureJob.GROUP + "/" + CaptureJob.VERSION;
  private static final String KIND = "CaptureJob";
  private static final List<String> TOP =
      List.of("apiVersion", "kind", "metadata", "spec", "status");
  private static final Set<String> METADATA =
      Set.of(
          "annotations",
          "creationTimestamp",
          "deletionGracePeriodSeconds",
          "deletionTimestamp",
          "finalizers",
          "generateName",
          "generation",
          "labels",
          "managedFields",
          "name",
          "namespace",
          "ownerReferences",
          "resourceVersion",
          "selfLink",
          "uid");
  private static final String NAME = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";

  private final Source source;
  private final RecordReader records;

  private CaptureJobReader(String sourceName) {
    source = new Source(sourceName);
    records = new RecordReader(source);
  }

  /**
   * Reads the job in a file.
   *
   * @throws CaptureJobException if it cannot be read or is not one CaptureJob
   */
  public static CaptureJob read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, file.toString());
    } catch (NoSuchFileException e) {
      throw new CaptureJobException("%s: there is no such file".formatted(file), e);
    } catch (IOException e) {
      throw new CaptureJobException("%s: cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Reads the job in a stream, which is left open.
   *
   * @param sourceName what errors call the stream
   * @throws CaptureJobException if it is not one CaptureJob
   */
  public static CaptureJob read(InputStream in, String sourceName) {
    CaptureJobReader reader = new CaptureJobReader(sourceName);
    return reader.job(reader.document(in));
  }

  private Node document(InputStream in) {
    LoadSettings settings = LoadSettings.builder().setAllowDuplicateKeys(true).build();
    List<Node> documents = new ArrayList<>();
    try {
      new Compose(settings).composeAllFromInputStream(in).forEach(documents::add);
    } catch (MarkedYamlEngineException e) {
      throw source.errorAt(e.getProblemMark(), "is not YAML: " + e.getProblem(), e);
    } catch (YamlEngineException e) {
      throw source.errorAt(Optional.empty(), "is not YAML: " + e.getMessage(), e);
    }
    if (documents.isEmpty()) {
      throw source.error("", "there is no document in it; a CaptureJob is expected");
    }
    if (documents.size() > 1) {
      throw source.errorAt(
          documents.get(1).getStartMark(),
          "a second document starts here; one CaptureJob is expected",
          null);
    }
    return documents.getFirst();
  }

  private CaptureJob job(Node document) {
    Map<String, Node> fields = Fields.of(document, "", source);
    expect(fields, "apiVersion", API_VERSION);
    expect(fields, "kind", KIND);
    Fields.of(document, "", TOP, source);
    CaptureJob job = new CaptureJob();
    job.setMetadata(metadata(required(fields, "metadata")));
    job.setSpec(records.read(required(fields, "spec"), CaptureJobSpec.class, "spec"));
    SpecRules.check(job.getSpec(), "spec", Scope.STANDALONE).stream()
        .min(Comparator.comparingInt(violation -> source.lineOf(violation.path())))
        .map(this::refused)
        .ifPresent(
            refused -> {
              throw refused;
            });
    return job;
  }

  private CaptureJobException refused(Violation violation) {
    return source.error(violation.path(), violation.message());
  }

  private void expect(Map<String, Node> fields, String name, String value) {
    Node node = required(fields, name);
    String found = Scalars.text(node, name, source);
    if (!found.equals(value)) {
      throw source.error(name, "must be %s, not \"%s\"".formatted(value, found));
    }
  }

  private Node required(Map<String, Node> fields, String name) {
    Node node = fields.get(name);
    if (node == null) {
      throw source.error(name, "is required");
    }
    return node;
  }

  private ObjectMeta metadata(Node node) {
    Map<String, Node> fields = Fields.of(node, "metadata", METADATA, source);
    if (!fields.containsKey("name")) {
      throw source.error("metadata.name", "is required");
    }
    ObjectMeta metadata =
        new ObjectMetaBuilder()
            .withName(text(fields, "name"))
            .withNamespace(text(fields, "namespace"))
            .withUid(text(fields, "uid"))
            .withLabels(texts(fields, "labels"))
            .withAnnotations(texts(fields, "annotations"))
            .build();
    if (!metadata.getName().matches(NAME)) {
      throw source.error(
          "metadata.name",
          "must be at most 253 lower-case letters, digits, hyphens and dots, with a letter or digit"
              + " at each end, not \"%s\"".formatted(metadata.getName()));
    }
    return metadata;
  }

  private String text(Map<String, Node> fields, String name) {
    Node node = fields.get(name);
    return node == null ? null : Scalars.text(node, "metadata." + name, source);
  }

  private Map<String, String> texts(Map<String, Node> fields, String name) {
    Node node = fields.get(name);
    return node == null ? null : records.texts(node, "metadata." + name);
  }
}
