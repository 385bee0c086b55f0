// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import dev.ringtail.agent.lab.NamespaceSocket;
import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.crds.testing.TestApiServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What node agents need: an API server, which they reach through a door, a bucket, and a veth pair.
 */
final class NodeLab implements AutoCloseable {
  private final S3Lab s3;
  private final KubernetesClient client;
  private final ApiDoor door;
  private final Path folder;
  private final List<NodeJob> jobs = new ArrayList<>();

  NodeLab(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    this.client = TestApiServer.client();
    this.s3 = new S3Lab(folder);
    this.door =
        new ApiDoor(
            NamespaceSocket.listen(s3.lab().receiver()),
            new InetSocketAddress("127.0.0.1", client.getMasterUrl().getPort()));
    writeKubeConfig(client.getConfiguration());
    Path secret = Files.createDirectories(folder.resolve("secret"));
    Files.writeString(secret.resolve("AWS_ACCESS_KEY_ID"), S3Server.ACCESS_KEY + "\n");
    Files.writeString(secret.resolve("AWS_SECRET_ACCESS_KEY"), S3Server.SECRET_KEY + "\n");
  }

  private void writeKubeConfig(Config config) throws IOException {
    Files.writeString(
        folder.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: test
          cluster: {server: "https://127.0.0.1:%d", %s}
        users:
        - name: agent
          user: {%s, %s}
        contexts:
        - name: test
          context: {cluster: test, user: agent}
        current-context: test
        """
            .formatted(
                door.port(),
                entry("certificate-authority", config.getCaCertData(), config.getCaCertFile()),
                entry("client-certificate", config.getClientCertData(), config.getClientCertFile()),
                entry("client-key", config.getClientKeyData(), config.getClientKeyFile())));
  }

  /** As the API server's own configuration has it: the content, or a file. */
  private static String entry(String name, String data, String file) {
    return data == null
        ? "%s: \"%s\"".formatted(name, file)
        : "%s-data: \"%s\"".formatted(name, data);
  }

  S3Lab s3() {
    return s3;
  }

  Lab lab() {
    return s3.lab();
  }

  ApiDoor door() {
    return door;
  }

  /** A job of which nothing is there yet. */
  NodeJob job() {
    NodeJob job = new NodeJob(client, s3, folder);
    jobs.add(job);
    return job;
  }

  /** What tools find in the bucket. */
  Counted objects() throws IOException {
    return Counted.in(Files.createDirectories(s3.bucket()));
  }

  @Override
  public void close() throws IOException {
    jobs.forEach(NodeJob::close);
    door.close();
    s3.close();
  }
}
