// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import dev.ringtail.operator.OperatorMain;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The operator as the process that its image runs, with every right. */
public final class OperatorProcess implements AutoCloseable {
  /** The pod that it says it is. */
  public static final String POD = "operator-7";

  /** The memory limit of the chart. */
  public static final int LIMIT_MIB = 256;

  private static final String HEAP_SHARE = "-XX:MaxRAMPercentage=";
  private static final Duration START = Duration.ofMinutes(2);

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path log;
  private final String port;
  private final Process process;

  private OperatorProcess(Path log, String port, Process process) {
    this.log = log;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts it, as its image does in a pod of the chart.
   *
   * @param folder for its log
   * @param environment as of {@link #environment}
   */
  public static OperatorProcess start(Path folder, Map<String, String> environment)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options());
    words.addAll(
        List.of("-cp", System.getProperty("java.class.path"), OperatorMain.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("KUBECONFIG", folder.resolve("none").toString());
    builder.environment().putAll(environment);
    Path log = folder.resolve("log");
    return new OperatorProcess(
        log,
        environment.get("RINGTAIL_HTTP_PORT"),
        builder.redirectErrorStream(true).redirectOutput(log.toFile()).start());
  }

  /** The image's, but for what lies in the image; a heap as the chart's limit makes it. */
  private static List<String> options() throws IOException {
    List<String> options = new ArrayList<>();
    for (String option :
        Files.readAllLines(RenderedChart.root().resolve("images/operator.options"))) {
      if (option.equals("-cp")) {
        break;
      }
      if (option.startsWith(HEAP_SHARE)) {
        long percent = Long.parseLong(option.substring(HEAP_SHARE.length()));
        options.add("-Xmx%dm".formatted(LIMIT_MIB * percent / 100));
        options.add("-Xms8m");
      } else if (!option.contains("/opt/") && !option.contains("jna")) {
        options.add(option);
      }
    }
    return options;
  }

  /**
   * What the chart would set.
   *
   * @param server the API server's address
   */
  public static Map<String, String> environment(Cluster cluster, String server) throws IOException {
    Config config = cluster.client().getConfiguration();
    return new TreeMap<>(
        Map.of(
            "OPERATOR_NAMESPACE", cluster.system(),
            "OPERATOR_POD", POD,
            "OPERATOR_DEPLOYMENT", "ringtail-operator",
            "RINGTAIL_AGENT_IMAGE", "ringtail-agent:test",
            "RINGTAIL_HTTP_PORT", Integer.toString(freePort()),
            "KUBERNETES_MASTER", server,
            "KUBERNETES_CERTS_CA_FILE", config.getCaCertFile(),
            "KUBERNETES_CERTS_CLIENT_FILE", config.getClientCertFile(),
            "KUBERNETES_CERTS_CLIENT_KEY_FILE", config.getClientKeyFile()));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Waits until a path is answered with a status. */
  public void await(String path, int status) {
    Awaitility.await()
        .atMost(START)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .until(() -> get(path).statusCode() == status);
  }

  /** What it answers. */
  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://localhost:%s%s".formatted(port, path))).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** What it has printed so far. */
  public String log() throws IOException {
    return Files.readString(log);
  }

  /** Sends SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** Waits for its end; its exit code, or -1 when it goes on. */
  public int exitCode(Duration patience) throws InterruptedException {
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : -1;
  }

  /** The most memory that it had resident so far, in MiB. */
  public long peakMib() throws IOException {
    return Files.readAllLines(Path.of("/proc/%d/status".formatted(process.pid()))).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }

  /** The CPU time that it has taken so far. */
  public Duration cpuTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
