// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import java.nio.file.Path;
import java.util.List;

/** Where things are in this checkout; tests run in their module's folder. */
public final class Project {
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Project() {}

  /** A tool of the benchmarks. */
  public static String tool(String name) {
    return ROOT.resolve("bench/target/bin").resolve(name).toString();
  }

  /** The agent's class path, as the launcher has it. */
  static String agentClassPath() {
    Path target = ROOT.resolve("agent/target");
    return target.resolve("ringtail-agent.jar") + ":" + target.resolve("lib") + "/*";
  }

  /**
   * Java and its options for the agent. The first agent that ends in order leaves its loaded
   * classes in an archive, from which the hundreds of others start at half the CPU time.
   */
  static List<String> agentJava() {
    return List.of(
        java(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:+AutoCreateSharedArchive",
        "-XX:SharedArchiveFile=" + ROOT.resolve("e2e/target/agent.jsa"),
        "-Xlog:disable",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        agentClassPath(),
        "dev.ringtail.agent.AgentMain");
  }

  /** The Java that runs the tests also runs the agent. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
