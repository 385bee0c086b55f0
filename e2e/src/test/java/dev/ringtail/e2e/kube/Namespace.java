// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.e2e.Command;
import java.util.Locale;

/**
 * A namespace with a Secret {@code s3} that holds the store's keys.
 *
 * @param name its name
 */
record Namespace(String name) {
  private static final int LONGEST = 50;

  /** A namespace named after a test. */
  static Namespace create(String test) {
    String words = test.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    String start = words.substring(0, Math.min(words.length(), LONGEST)).replaceAll("-+$", "");
    Namespace namespace = new Namespace(start + "-" + Long.toString(System.nanoTime() % 10000, 36));
    Kubectl.ok("create", "namespace", namespace.name());
    namespace.kubectl(
        "create",
        "secret",
        "generic",
        "s3",
        "--from-literal=AWS_ACCESS_KEY_ID=" + Store.ACCESS_KEY,
        "--from-literal=AWS_SECRET_ACCESS_KEY=" + Store.SECRET_KEY);
    return namespace;
  }

  /** Runs kubectl in this namespace; it must succeed. */
  String kubectl(String... words) {
    return Kubectl.ok(in(words));
  }

  /** An object of this namespace. */
  JsonNode get(String... words) {
    return Kubectl.get(in(words));
  }

  private String[] in(String... words) {
    String[] all = new String[words.length + 2];
    all[0] = "-n";
    all[1] = name;
    System.arraycopy(words, 0, all, 2, words.length);
    return all;
  }

  /** What kubectl says when it must fail. */
  String refused(String... words) {
    Command.Result result = Kubectl.run(in(words));
    if (result.exitCode() == 0) {
      throw new AssertionError(
          "kubectl " + String.join(" ", words) + " was not refused: " + result.output());
    }
    return result.output();
  }

  /** Applies a job that must be accepted. */
  Job apply(JobDocument document, String... options) {
    Command.Result result = Kubectl.apply(name, document.tree(), options);
    if (result.exitCode() != 0) {
      throw new AssertionError("the job was refused: " + result.output());
    }
    return new Job(this, document.name());
  }

  /** What kubectl says about a job that must be refused. */
  String refusal(JobDocument document, String... options) {
    Command.Result result = Kubectl.apply(name, document.tree(), options);
    if (result.exitCode() == 0) {
      throw new AssertionError("the job was accepted: " + result.output());
    }
    return result.output();
  }

  /**
   * Removes it with all that is in it; when this returns, its jobs' agents have let go of nodes.
   */
  void delete() {
    Kubectl.ok("delete", "namespace", name, "--timeout=100s");
  }
}
