// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * One {@code ringtail-agent} process in the receiver's namespace, its JSON lines and its errors.
 */
final class AgentProcess implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<Thread> pumps = new ArrayList<>();
  private Duration patience = PATIENCE;

  private AgentProcess(Process process) {
    this.process = process;
    pumps.add(pump(process.inputReader(), lines));
    pumps.add(pump(process.errorReader(), errors));
  }

  /** Starts the agent with these arguments, without waiting for anything. */
  static AgentProcess start(Lab lab, String... arguments) {
    return start(List.of("ip", "netns", "exec", lab.receiver()), arguments);
  }

  /**
   * @param front a program that starts the agent, with its arguments
   */
  static AgentProcess start(List<String> front, String... arguments) {
    List<String> words = new ArrayList<>(front);
    words.addAll(Project.agentJava());
    words.addAll(List.of(arguments));
    try {
      return new AgentProcess(new ProcessBuilder(words).start());
    } catch (IOException e) {
      throw new AssertionError("cannot start the agent", e);
    }
  }

  /**
   * Starts {@code run --json}, at native XDP unless the arguments name a point, and waits until it
   * captures.
   */
  static AgentProcess capturing(Lab lab, String... arguments) {
    return capturing(List.of("ip", "netns", "exec", lab.receiver()), arguments);
  }

  /**
   * @param front a program that starts the agent, with its arguments
   */
  static AgentProcess capturing(List<String> front, String... arguments) {
    List<String> all = new ArrayList<>(List.of("run", "--json"));
    all.addAll(List.of(arguments));
    if (!all.contains("--point")) {
      all.addAll(List.of("--point", "XdpNative"));
    }
    AgentProcess agent = start(front, all.toArray(String[]::new));
    Awaitility.await("the agent captures")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> agent.has("started") || !agent.process.isAlive());
    if (!agent.has("started")) {
      throw new AssertionError("the agent ended: " + agent.errors);
    }
    return agent;
  }

  private static Thread pump(BufferedReader reader, List<String> into) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (reader) {
                reader.lines().forEach(into::add);
              } catch (IOException | UncheckedIOException e) {
                into.add("(stream ended: " + e.getMessage() + ")");
              }
            });
  }

  private boolean has(String type) {
    return lines.stream().anyMatch(line -> line.contains("\"type\":\"" + type + "\""));
  }

  /** Process id of the Java process; {@code ip netns exec} becomes it. */
  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGTERM; {@link Process#destroy} would also close the streams. */
  AgentProcess terminate() {
    signal("TERM");
    return this;
  }

  /** Any signal by its name. */
  void signal(String name) {
    Command.ok("kill", "-" + name, "" + pid());
  }

  /** Waits longer for the end than it does else. */
  AgentProcess within(Duration longer) {
    patience = longer;
    return this;
  }

  /** Waits for the end and answers the exit code. */
  int exitCode() {
    try {
      if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the agent did not end: " + errors);
      }
      for (Thread pump : pumps) {
        pump.join();
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** The result line, once the process has ended. */
  JsonNode result() {
    exitCode();
    return lines.stream()
        .filter(line -> line.contains("\"type\":\"result\""))
        .findFirst()
        .map(AgentProcess::parse)
        .orElseThrow(() -> new AssertionError("no result; errors: " + errors));
  }

  /** The line that says where it captures. */
  JsonNode started() {
    return lines.stream()
        .filter(line -> line.contains("\"type\":\"started\""))
        .findFirst()
        .map(AgentProcess::parse)
        .orElseThrow();
  }

  /** The latest progress line, or null. */
  JsonNode progress() {
    return lines.stream()
        .filter(line -> line.contains("\"type\":\"progress\""))
        .reduce((first, second) -> second)
        .map(AgentProcess::parse)
        .orElse(null);
  }

  /** Standard output, once the process has ended. */
  String output() {
    exitCode();
    return String.join("\n", lines);
  }

  /** Standard error, the JVM's own warnings left out. */
  String errors() {
    return String.join("\n", errors.stream().filter(line -> !line.startsWith("WARNING")).toList());
  }

  private static JsonNode parse(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError("the agent printed " + line, e);
    }
  }

  /** Ends what is still alive; a test that passed has waited for it. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
