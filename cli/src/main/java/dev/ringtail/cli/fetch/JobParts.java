// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.store.Bucket;
import dev.ringtail.cli.store.NodeManifest;
import dev.ringtail.cli.store.StoreException;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what the nodes of a job have delivered. */
public final class JobParts {
  private final CaptureJob job;

  public JobParts(CaptureJob job) {
    this.job = job;
  }

  /** Where a node's manifest is. */
  public String manifestKey(NodeCapture node) {
    return NodeManifest.key(
        Optional.ofNullable(job.getSpec().output().s3().prefix()),
        job.getMetadata().getNamespace(),
        job.getMetadata().getName(),
        job.getMetadata().getUid(),
        node.getSpec().nodeName());
  }

  /** One for each node, in their order. */
  public List<NodePart> read(Bucket bucket, List<NodeCapture> nodes) {
    return nodes.stream().map(node -> part(bucket, node)).toList();
  }

  private NodePart part(Bucket bucket, NodeCapture node) {
    String name = node.getSpec().nodeName();
    String key = manifestKey(node);
    try {
      NodeManifest manifest = NodeManifest.parse(key, bucket.document(key));
      return new NodePart(name, Optional.of(manifest), missing(node, manifest));
    } catch (StoreException e) {
      return switch (e.kind()) {
        case ABSENT ->
            new NodePart(
                name,
                Optional.empty(),
                List.of(
                    "node %s: its manifest %s is not in %s%s"
                        .formatted(name, key, bucket.place(), reported(node))));
        case DAMAGED ->
            new NodePart(
                name, Optional.empty(), List.of("node %s: %s".formatted(name, e.getMessage())));
        default -> throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
      };
    }
  }

  private static String reported(NodeCapture node) {
    NodeCaptureStatus status = node.getStatus();
    if (status == null || status.phase() == null) {
      return "; the node has never reported";
    }
    return status.lastError() == null || status.lastError().isBlank()
        ? ""
        : "; the node says: " + status.lastError();
  }

  private static List<String> missing(NodeCapture node, NodeManifest manifest) {
    List<String> missing = new ArrayList<>();
    if (!manifest.complete()) {
      List<String> failures =
          manifest.runs().stream().flatMap(run -> run.failures().stream()).toList();
      missing.add(
          "node %s: it has not delivered all that it captured%s"
              .formatted(
                  manifest.node(), failures.isEmpty() ? "" : ": " + String.join("; ", failures)));
    }
    NodeCaptureStatus status = node.getStatus();
    if (status != null
        && status.counts() != null
        && status.counts().delivered() > manifest.packetCount()) {
      missing.add(
          "node %s: its manifest lists %d packets, but it has delivered %d"
              .formatted(manifest.node(), manifest.packetCount(), status.counts().delivered()));
    }
    return missing;
  }
}
