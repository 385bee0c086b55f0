// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import dev.ringtail.operator.model.Deadlines;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Says what is wrong with a node, and whether to go on waiting for it.
 *
 * @param deadlines how long to wait for what
 * @param nodes how many nodes the job has
 * @param ending whether the capture as a whole has ended, so that a node that has never captured
 *     has nothing to deliver
 * @param now the time
 */
public record NodeDiagnosis(Deadlines deadlines, int nodes, boolean ending, Instant now) {
  private static final Set<String> PULL =
      Set.of("ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull");
  private static final Set<String> HARMLESS = Set.of("ContainerCreating", "PodInitializing");

  /** What is wrong with the node, if anything is. */
  public Optional<NodeTrouble> of(NodeView view) {
    if (view.phase() == Phase.COMPLETED) {
      return Optional.empty();
    }
    if (view.phase() == Phase.FAILED) {
      return Optional.of(
          new NodeTrouble(view.node(), NodeProblem.CAPTURE_FAILED, failure(view), true));
    }
    if (view.refusal().isPresent()) {
      return Optional.of(refused(view, view.refusal().get()));
    }
    if (view.capture().isEmpty()) {
      return Optional.of(
          new NodeTrouble(
              view.node(),
              NodeProblem.NODE_NOT_FOUND,
              "the cluster has no node of this name; kubectl get nodes lists those it has",
              ending));
    }
    return view.hasCaptured() ? ofCapturing(view) : ofPreparing(view);
  }

  private static String failure(NodeView view) {
    NodeCaptureStatus status = view.report().orElseThrow();
    return ConditionType.FAILED
        .in(status.conditions())
        .map(Condition::getMessage)
        .filter(message -> !message.isBlank())
        .or(() -> Optional.ofNullable(status.lastError()))
        .orElse("the capture has failed; the agent's log says why");
  }

  /** A node that captures goes on by the plan that it has. */
  private NodeTrouble refused(NodeView view, Refusal refusal) {
    boolean lasts = since(Optional.of(refusal.since())).compareTo(deadlines.notice()) >= 0;
    return new NodeTrouble(
        view.node(),
        NodeProblem.API_SERVER_REFUSES,
        "the API server refuses what this job needs there: " + refusal.words(),
        lasts && !view.hasCaptured());
  }

  private Optional<NodeTrouble> ofCapturing(NodeView view) {
    Duration silent = since(view.reportedAt());
    if (silent.compareTo(deadlines.noticeOfSilence(nodes)) < 0) {
      return Optional.empty();
    }
    boolean hopeless = silent.compareTo(deadlines.silence()) >= 0;
    if (!view.exists()) {
      return Optional.of(
          new NodeTrouble(
              view.node(),
              NodeProblem.NODE_GONE,
              "the node has left the cluster; what it has not delivered lies on its disk",
              hopeless));
    }
    NodeTrouble silence =
        new NodeTrouble(
            view.node(),
            NodeProblem.AGENT_SILENT,
            "no report since %s; see whether the node is up and what its agent's pod%s says"
                .formatted(
                    view.reportedAt().map(Instant::toString).orElse("its start"),
                    view.agent().map(pod -> " " + pod.getMetadata().getName()).orElse("")),
            hopeless);
    return Optional.of(
        ofPod(view)
            .map(known -> new NodeTrouble(known.node(), known.problem(), known.message(), hopeless))
            .orElse(silence));
  }

  private Optional<NodeTrouble> ofPreparing(NodeView view) {
    Duration age = since(view.plannedAt());
    Optional<NodeTrouble> trouble =
        view.exists()
            ? ofPod(view).or(() -> ofMissing(view, age))
            : Optional.of(trouble(view, NodeProblem.NODE_GONE, "the node has left the cluster"));
    if (age.compareTo(deadlines.prepare()) >= 0 && trouble.isEmpty() && !waitsForPods(view)) {
      trouble =
          Optional.of(
              trouble(
                  view,
                  NodeProblem.NOT_CAPTURING,
                  "not capturing within %d s: %s"
                      .formatted(
                          deadlines.prepare().toSeconds(),
                          view.report()
                              .map(NodeCaptureStatus::lastError)
                              .orElse("the agent's log says why"))));
    }
    boolean late = age.compareTo(deadlines.prepare()) >= 0;
    boolean hopeless = late || ending && age.compareTo(deadlines.notice()) >= 0;
    return trouble.map(
        found -> new NodeTrouble(found.node(), found.problem(), found.message(), hopeless));
  }

  /** An agent whose pods have not come yet has nothing to capture, and is right to wait. */
  private static boolean waitsForPods(NodeView view) {
    return view.capture()
        .map(capture -> capture.getSpec().target().pods())
        .filter(pods -> view.report().isPresent())
        .isPresent();
  }

  private Optional<NodeTrouble> ofMissing(NodeView view, Duration age) {
    if (view.agent().isEmpty() && age.compareTo(deadlines.notice()) >= 0) {
      return Optional.of(
          trouble(
              view,
              NodeProblem.AGENT_MISSING,
              view.taint()
                  .map(
                      taint ->
                          "agents do not tolerate its taint %s; have them do so in the chart's values, or select other nodes"
                              .formatted(taint))
                  .orElse(
                      "no agent was made for it; kubectl describe of the job's DaemonSet says why")));
    }
    Optional<Instant> last = view.reportedAt().or(() -> started(view));
    if (last.isPresent() && since(last).compareTo(deadlines.noticeOfSilence(nodes)) >= 0) {
      return Optional.of(
          trouble(
              view,
              NodeProblem.AGENT_SILENT,
              "no report since %s; see what the agent's pod says".formatted(last.get())));
    }
    return Optional.empty();
  }

  private static Optional<Instant> started(NodeView view) {
    return containers(view)
        .map(ContainerStatus::getState)
        .map(state -> state.getRunning())
        .map(running -> running.getStartedAt())
        .map(Instant::parse);
  }

  /** What the agent's pod says of itself. */
  private static Optional<NodeTrouble> ofPod(NodeView view) {
    Optional<PodCondition> unscheduled =
        view
            .agent()
            .map(Pod::getStatus)
            .map(status -> status.getConditions())
            .orElse(List.of())
            .stream()
            .filter(condition -> condition.getType().equals("PodScheduled"))
            .filter(condition -> condition.getStatus().equals("False"))
            .findFirst();
    if (unscheduled.isPresent()) {
      return Optional.of(
          trouble(
              view,
              NodeProblem.UNSCHEDULABLE,
              "the agent cannot be scheduled: "
                  + Objects.requireNonNullElse(unscheduled.get().getMessage(), "no reason given")));
    }
    return containers(view).flatMap(container -> ofContainer(view, container));
  }

  private static Optional<ContainerStatus> containers(NodeView view) {
    return view
        .agent()
        .map(Pod::getStatus)
        .map(status -> status.getContainerStatuses())
        .orElse(List.of())
        .stream()
        .findFirst();
  }

  private static Optional<NodeTrouble> ofContainer(NodeView view, ContainerStatus container) {
    ContainerStateWaiting waiting =
        container.getState() == null ? null : container.getState().getWaiting();
    if (waiting == null || waiting.getReason() == null || HARMLESS.contains(waiting.getReason())) {
      return Optional.empty();
    }
    String said =
        waiting.getReason() + (waiting.getMessage() == null ? "" : ": " + waiting.getMessage());
    if (PULL.contains(waiting.getReason())) {
      return Optional.of(
          trouble(
              view,
              NodeProblem.IMAGE_PULL,
              "the image %s cannot be pulled (%s)".formatted(container.getImage(), said)));
    }
    ContainerStateTerminated last =
        container.getLastState() == null ? null : container.getLastState().getTerminated();
    return Optional.of(
        trouble(
            view,
            NodeProblem.AGENT_CANNOT_START,
            "the agent does not start (%s)%s"
                .formatted(
                    said,
                    last == null
                        ? ""
                        : ", exit code %d, %s".formatted(last.getExitCode(), last.getReason()))));
  }

  private static NodeTrouble trouble(NodeView view, NodeProblem problem, String message) {
    return new NodeTrouble(view.node(), problem, message, false);
  }

  private Duration since(Optional<Instant> time) {
    return time.map(then -> Duration.between(then, now)).orElse(Duration.ZERO);
  }
}
