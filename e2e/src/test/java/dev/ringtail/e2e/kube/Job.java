// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/** A CaptureJob in the cluster. */
record Job(Namespace namespace, String name) {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(500);

  JsonNode document() {
    return namespace.get("capturejob", name);
  }

  JsonNode status() {
    return document().path("status");
  }

  String uid() {
    return document().at("/metadata/uid").asText();
  }

  /** A condition, a missing node where it is not there. */
  JsonNode condition(String type) {
    return condition(status(), type);
  }

  static JsonNode condition(JsonNode status, String type) {
    for (JsonNode one : status.path("conditions")) {
      if (one.path("type").asText().equals(type)) {
        return one;
      }
    }
    return status.path("no condition " + type);
  }

  /** Waits until the job is in a phase. */
  JsonNode awaitPhase(String phase) {
    return until("phase " + phase, status -> status.path("phase").asText().equals(phase));
  }

  /**
   * Waits until the status is as wanted, and returns it. A job that has come to its end otherwise
   * fails the test at once.
   */
  JsonNode until(String what, Predicate<JsonNode> wanted) {
    JsonNode[] last = new JsonNode[1];
    try {
      await()
          .atMost(PATIENCE)
          .pollInterval(POLL)
          .until(
              () -> {
                last[0] = status();
                return wanted.test(last[0]) || isOver(last[0]);
              });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("never " + what + ": " + last[0], e);
    }
    assertThat(wanted.test(last[0])).as("%s: %s", what, last[0]).isTrue();
    return last[0];
  }

  private static boolean isOver(JsonNode status) {
    return List.of("Completed", "Failed").contains(status.path("phase").asText());
  }

  /** Waits until as many nodes capture. */
  void awaitCapturing(int nodes) {
    until(
        nodes + " nodes capture",
        status -> status.path("nodes").path("capturing").asInt() == nodes);
  }

  /** Ends it early, and waits until all is delivered. */
  JsonNode stop() {
    patch("{\"spec\":{\"stop\":true}}");
    return awaitPhase("Completed");
  }

  void patch(String merge) {
    namespace.kubectl("patch", "capturejob", name, "--type=merge", "-p", merge);
  }

  /** The parts of its nodes. */
  List<JsonNode> nodeCaptures() {
    List<JsonNode> all = new ArrayList<>();
    namespace
        .get("nodecaptures", "-l", "ringtail.dev/job-uid=" + uid())
        .path("items")
        .forEach(all::add);
    return all;
  }

  /** The names of its NodeCaptures by the names of their nodes. */
  Map<String, String> partsByNode() {
    return nodeCaptures().stream()
        .collect(
            Collectors.toMap(
                part -> part.at("/spec/nodeName").asText(),
                part -> part.at("/metadata/name").asText()));
  }

  /** The names of the job's DaemonSets in the operator's namespace. */
  static String daemonSets(String uid) {
    return Kubectl.ok(
        "-n",
        Helm.NAMESPACE,
        "get",
        "daemonsets",
        "-l",
        "ringtail.dev/job-uid=" + uid,
        "-o",
        "name");
  }
}
