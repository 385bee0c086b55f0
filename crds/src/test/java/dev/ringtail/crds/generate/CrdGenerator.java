// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.generate;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes the CRDs of the API. */
final class CrdGenerator {
  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of("CaptureJob", CaptureJob.class, "NodeCapture", NodeCapture.class);

  private CrdGenerator() {}

  /** The CRDs by name, such as {@code capturejobs.ringtail.dev}. */
  static Map<String, CustomResourceDefinition> crds() {
    Map<String, CustomResourceDefinition> crds = new TreeMap<>();
    new CRDGenerator()
        .customResourceClasses(List.copyOf(KINDS.values()))
        .forCRDVersions("v1")
        .withPostProcessor(
            new CRDPostProcessor() {
              @Override
              public HasMetadata process(HasMetadata crd, String version) {
                CustomResourceDefinition definition = (CustomResourceDefinition) crd;
                SchemaFinish.finish(
                    definition, KINDS.get(definition.getSpec().getNames().getKind()));
                crds.put(crd.getMetadata().getName(), definition);
                return crd;
              }
            })
        .withOutput(new Nowhere())
        .generate();
    return crds;
  }

  /** A CRD as the file that is committed and applied. */
  static String yaml(CustomResourceDefinition crd) {
    return """
        # SPDX-License-Identifier: Apache-2.0
        # Generated from the classes of crds/, not to be edited; made anew by
        # ./mvnw -pl crds test -Dtest=GeneratedFilesIT -Dringtail.generate=true
        """
        + new KubernetesSerialization().asYaml(crd);
  }

  /** Drops what the generator itself writes. */
  private static final class Nowhere implements CRDGenerator.CRDOutput<OutputStream> {
    @Override
    public OutputStream outputFor(String crdName) {
      return OutputStream.nullOutputStream();
    }

    @Override
    public void close() {}
  }
}
