// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.lab.FaultyProxy;
import dev.ringtail.agent.lab.NamespaceSocket;
import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.agent.upload.s3.S3ObjectStore;
import dev.ringtail.agent.upload.s3.S3Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A veth pair, an S3 server, and a proxy to it inside the receiver's namespace. */
final class S3Lab implements AutoCloseable {
  static final String PREFIX = "edge";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Lab lab;
  private final Path folder;
  private final S3Server server;
  private final FaultyProxy proxy;

  S3Lab(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    this.lab = Lab.withPairs(1, 1500);
    this.server = startServer();
    this.proxy = new FaultyProxy(server.address(), NamespaceSocket.listen(lab.receiver()));
  }

  private S3Server startServer() throws IOException, InterruptedException {
    try {
      return S3Server.start(folder.resolve("s3"));
    } catch (IOException | InterruptedException | RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  Lab lab() {
    return lab;
  }

  FaultyProxy proxy() {
    return proxy;
  }

  Path spool() {
    return folder.resolve("spool");
  }

  /** A program that starts another in the receiver's namespace, with these keys. */
  List<String> front(String accessKey, String secretKey) {
    return List.of(
        "ip",
        "netns",
        "exec",
        lab.receiver(),
        "env",
        "AWS_ACCESS_KEY_ID=" + accessKey,
        "AWS_SECRET_ACCESS_KEY=" + secretKey,
        "JAVA_TOOL_OPTIONS=-Xmx64m");
  }

  private List<String> front() {
    return front(S3Server.ACCESS_KEY, S3Server.SECRET_KEY);
  }

  /** Starts a capture into the bucket and waits until it captures. */
  AgentProcess capturing(String... more) {
    return AgentProcess.capturing(front(), arguments(more));
  }

  /** Finishes what a dead run has left in the spool. */
  AgentProcess deliver() {
    return AgentProcess.start(front(), "deliver", "--spool", spool().toString());
  }

  /** Of {@code run}, with settings that keep tests small unless a test has its own. */
  String[] arguments(String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    add(all, "--interface", "rx0");
    add(all, "--output", "s3://" + S3Server.BUCKET + "/" + PREFIX);
    add(all, "--s3-endpoint", proxy.endpoint().toString());
    add(all, "--spool", spool().toString());
    add(all, "--spool-size", "512Mi");
    add(all, "--segment-size", "16Mi");
    add(all, "--memory", "32Mi");
    all.add("--s3-path-style");
    return all.toArray(String[]::new);
  }

  private static void add(List<String> all, String option, String value) {
    if (!all.contains(option)) {
      all.addAll(List.of(option, value));
    }
  }

  /** See {@link S3Server#requireReal}. */
  void requireRealStore(String what) {
    server.requireReal(what);
  }

  /** Removes what was delivered. */
  void removeObjects() {
    server.removeAll();
  }

  /** A folder with what lies in the bucket below the prefix, now. */
  Path bucket() {
    return server.object(PREFIX);
  }

  /** The objects' files, the manifest not among them. */
  List<Path> objects() throws IOException {
    if (!Files.isDirectory(bucket())) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(bucket())) {
      return files.filter(file -> file.toString().contains(".pcapng")).sorted().toList();
    }
  }

  /** The one manifest. */
  JsonNode manifest() throws IOException {
    try (Stream<Path> files = Files.walk(bucket())) {
      Path file = files.filter(path -> path.endsWith("manifest.json")).findFirst().orElseThrow();
      return MAPPER.readTree(file.toFile());
    }
  }

  /** How many multipart uploads there are below the prefix; there are none afterwards. */
  int unfinishedUploads() throws IOException, StoreException, InterruptedException {
    Path secret = Files.createDirectories(folder.resolve("secret"));
    Files.writeString(secret.resolve("AWS_ACCESS_KEY_ID"), S3Server.ACCESS_KEY);
    Files.writeString(secret.resolve("AWS_SECRET_ACCESS_KEY"), S3Server.SECRET_KEY);
    S3Settings settings =
        new S3Settings(
            S3Server.BUCKET,
            PREFIX,
            "us-east-1",
            Optional.of(server.endpoint()),
            true,
            Optional.of(secret),
            Optional.empty(),
            Optional.empty());
    try (S3ObjectStore store = S3ObjectStore.open(settings)) {
      return store.abortUnfinished(PREFIX);
    }
  }

  @Override
  public void close() throws IOException {
    proxy.close();
    lab.close();
    server.close();
  }
}
