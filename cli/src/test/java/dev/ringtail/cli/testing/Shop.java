// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.NodeTarget;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.SecretRef;
import dev.ringtail.crds.v1alpha1.Target;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A namespace with a Secret, a store, and jobs that have run there. */
public final class Shop implements AutoCloseable {
  private static final String SECRET = "s3";

  private final PlayedCluster cluster;
  private final S3Server server;
  private final TestBucket bucket;

  /**
   * @param folder for the store's files and the kubeconfig
   */
  public Shop(Path folder) throws IOException, InterruptedException {
    cluster = new PlayedCluster(folder);
    server = S3Server.start(folder.resolve("s3-" + cluster.namespace()));
    bucket = new TestBucket(server.endpoint());
    cluster
        .client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(SECRET)
                .withNamespace(cluster.namespace())
                .endMetadata()
                .withStringData(
                    Map.of(
                        "AWS_ACCESS_KEY_ID",
                        S3Server.ACCESS_KEY,
                        "AWS_SECRET_ACCESS_KEY",
                        S3Server.SECRET_KEY))
                .build())
        .create();
  }

  public PlayedCluster cluster() {
    return cluster;
  }

  public S3Server server() {
    return server;
  }

  public TestBucket bucket() {
    return bucket;
  }

  /** The flags that name the store. */
  public List<String> output() {
    return List.of(
        "--output",
        "s3://" + S3Server.BUCKET + "/edge",
        "--s3-endpoint",
        server.endpoint().toString(),
        "--s3-path-style",
        "--credentials-secret",
        SECRET);
  }

  /** A job that has been made, and at which nobody has looked. */
  public PlayedJob job(String name, String... nodes) {
    CaptureJob job = new CaptureJob();
    job.setMetadata(
        new ObjectMetaBuilder().withName(name).withNamespace(cluster.namespace()).build());
    job.setSpec(
        new CaptureJobSpec(
            new Target(new NodeTarget(null, List.of(nodes), List.of()), null),
            null,
            null,
            null,
            null,
            null,
            new Output(
                new S3Output(
                    S3Server.BUCKET,
                    "edge",
                    null,
                    server.endpoint().toString(),
                    true,
                    new SecretRef(SECRET),
                    null,
                    null),
                null,
                null),
            null,
            false,
            null));
    return new PlayedJob(cluster.client(), cluster.client().resource(job).create());
  }

  /** A job that has run on nodes, all of which have delivered. */
  public PlayedJob finished(String name, PlayedNode... nodes) {
    PlayedJob job = job(name, Arrays.stream(nodes).map(PlayedNode::node).toArray(String[]::new));
    for (PlayedNode node : nodes) {
      job.plan(node.node());
      job.deliver(bucket, node);
      job.report(node, Phase.COMPLETED, 0);
    }
    job.phase(Phase.COMPLETED, nodes.length, List.of());
    return job;
  }

  @Override
  public void close() {
    cluster.removeJobs();
    bucket.close();
    server.close();
  }
}
