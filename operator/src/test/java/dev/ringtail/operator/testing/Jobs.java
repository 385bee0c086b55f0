// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Jobs as the API server would hand them out, without one. */
public final class Jobs {
  /** When all of them were made. */
  public static final String CREATED = "2026-11-30T12:00:00Z";

  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  private Jobs() {}

  /** A job on every node. */
  public static CaptureJob named(String namespace, String name) {
    return of(namespace, name, "target: {nodes: {selector: {}}}\n");
  }

  /** A job with the specification in YAML, to which an output is added. */
  public static CaptureJob of(String namespace, String name, String spec) {
    return YAML.unmarshal(
        """
        apiVersion: ringtail.dev/v1alpha1
        kind: CaptureJob
        metadata:
          name: %s
          namespace: %s
          uid: %s
          generation: 1
          creationTimestamp: %s
        spec:
          output: {s3: {bucket: captures, credentialsSecretRef: {name: s3}, caBundleSecretRef: {name: ca}}}
        %s"""
            .formatted(
                name,
                namespace,
                UUID.nameUUIDFromBytes((namespace + "/" + name).getBytes(StandardCharsets.UTF_8)),
                CREATED,
                spec.indent(2)),
        CaptureJob.class);
  }
}
