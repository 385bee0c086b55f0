// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.e2e.Counted;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The S3 server inside the cluster, read from outside by the SDK. */
final class Store {
  static final String ACCESS_KEY = "access";
  static final String SECRET_KEY = "secret";
  static final String BUCKET = "captures";

  static final String REGION = "us-east-1";

  /** As the agents reach it. */
  static final String ENDPOINT = "http://s3.lab.svc:9000";

  private static final int NODE_PORT = 30900;

  private Store() {}

  /** As this machine reaches it. */
  static URI outside() {
    String address =
        Kubectl.ok(
            "get",
            "node",
            Node.workers().getFirst().name(),
            "-o",
            "jsonpath={.status.addresses[0].address}");
    return URI.create("http://" + address + ":" + NODE_PORT);
  }

  private static S3AsyncClient client() {
    return S3AsyncClient.builder()
        .endpointOverride(outside())
        .forcePathStyle(true)
        .region(Region.of(REGION))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, SECRET_KEY)))
        .build();
  }

  /** The keys of a job's objects, those of one node where a node is named. */
  static List<String> keys(String uid) {
    try (S3AsyncClient client = client()) {
      return keys(client, uid);
    }
  }

  private static List<String> keys(S3AsyncClient client, String uid) {
    String folder = "-" + uid.substring(0, 8) + "/";
    return client.listObjectsV2(request -> request.bucket(BUCKET)).join().contents().stream()
        .map(S3Object::key)
        .filter(key -> key.contains(folder))
        .toList();
  }

  /** Fetches what a job has delivered into a folder and has it counted. */
  static Counted fetch(String uid, String node, Path folder) throws IOException {
    try (S3AsyncClient client = client()) {
      for (String key : keys(client, uid)) {
        if (key.contains("/" + node + "/")) {
          Path file = folder.resolve(key);
          Files.createDirectories(file.getParent());
          client.getObject(request -> request.bucket(BUCKET).key(key), file).join();
        }
      }
    }
    return Counted.in(folder);
  }

  /** The manifest that {@link #fetch} has brought. */
  static JsonNode manifest(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      Path file = files.filter(path -> path.endsWith("manifest.json")).findFirst().orElseThrow();
      return Kubectl.JSON.readTree(file.toFile());
    }
  }
}
