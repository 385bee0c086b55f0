// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.agent.AgentMain;
import dev.ringtail.agent.kernel.LibC;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network namespace for one test, gone with its interfaces when it is closed. Commands run inside
 * it as processes of their own, so that the test's process never leaves its own namespace.
 */
public final class NetworkNamespace implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final long LONGEST_S = 60;

  private final String name =
      "rt-test-%d-%d".formatted(ProcessHandle.current().pid(), COUNT.incrementAndGet());

  /** Makes it; the test is skipped without root. */
  public NetworkNamespace() throws IOException, InterruptedException {
    assumeTrue(LibC.geteuid() == 0, "network namespaces need root");
    must("ip", "netns", "add", name);
  }

  /** A pair of connected interfaces, both inside and up. */
  public NetworkNamespace withPair(String one, String other)
      throws IOException, InterruptedException {
    inside("ip", "link", "add", one, "type", "veth", "peer", "name", other).must();
    inside("ip", "link", "set", one, "up").must();
    inside("ip", "link", "set", other, "up").must();
    return this;
  }

  /** Runs a command inside and waits for its end. */
  public Output inside(String... command) throws IOException, InterruptedException {
    return run(start(command));
  }

  /** Runs {@code ringtail-agent} inside, in a JVM of its own. */
  public Output agent(String... arguments) throws IOException, InterruptedException {
    return run(startAgent(arguments));
  }

  /** Starts a command inside; whoever starts it ends it. */
  public Process start(String... command) throws IOException {
    List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", name));
    words.addAll(List.of(command));
    return new ProcessBuilder(words).start();
  }

  /** Starts {@code ringtail-agent} inside. */
  public Process startAgent(String... arguments) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElseThrow());
    words.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            AgentMain.class.getName()));
    words.addAll(List.of(arguments));
    return start(words.toArray(String[]::new));
  }

  private static void must(String... command) throws IOException, InterruptedException {
    run(new ProcessBuilder(command).start()).must();
  }

  private static Output run(Process process) throws IOException, InterruptedException {
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(LONGEST_S, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("a command did not end within " + LONGEST_S + " s");
    }
    return new Output(process.exitValue(), out, err);
  }

  @Override
  public void close() throws IOException {
    try {
      must("ip", "netns", "del", name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What a command left. */
  public record Output(int code, String out, String err) {
    private void must() throws IOException {
      if (code != 0) {
        throw new IOException("exit code " + code + ": " + err);
      }
    }
  }
}
