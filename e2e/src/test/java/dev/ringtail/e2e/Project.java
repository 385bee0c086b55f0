// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import java.nio.file.Path;

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

  /** The Java that runs the tests also runs the agent. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
