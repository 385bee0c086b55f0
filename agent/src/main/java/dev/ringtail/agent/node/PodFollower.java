// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.capture.CaptureSession;
import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.capture.ChangeRefusedException;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.kernel.NetworkNamespace;
import dev.ringtail.agent.pod.PodInterfaces;
import dev.ringtail.agent.pod.PodNetworks;
import dev.ringtail.agent.program.PointRefusedException;
import dev.ringtail.crds.v1alpha1.PodRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Keeps a capture with the pods that the plan lists. A pod is captured once its network is there,
 * however long that takes; one that goes is let go, with its counts. Neither is ever an error.
 */
final class PodFollower implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Supplier<List<PodRef>> wanted;
  private final PodNetworks networks;
  private final Consumer<String> log;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, String> refusals = new LinkedHashMap<>();
  private volatile String trouble = "";
  private Thread thread;

  /**
   * @param wanted the pods that the plan lists, as it is now
   * @param log a sentence for people
   */
  PodFollower(Supplier<List<PodRef>> wanted, PodNetworks networks, Consumer<String> log) {
    this.wanted = wanted;
    this.networks = networks;
    this.log = log;
  }

  /** Whether any pod has a network that can be captured. */
  boolean isAnyThere() {
    List<PodRef> listed = wanted.get();
    Map<String, NetworkNamespace> found = networks.find(uids(listed));
    return listed.stream()
        .filter(pod -> found.containsKey(pod.uid()))
        .anyMatch(pod -> !interfaces(pod, found.get(pod.uid())).isEmpty());
  }

  /** Captures those that are there now, and from then on those that come. */
  void start(CaptureSession session) {
    round(session);
    thread =
        Thread.ofPlatform()
            .name("ringtail-pods")
            .daemon()
            .start(
                () -> {
                  while (!awaitClosed()) {
                    roundOrTrouble(session);
                  }
                });
  }

  /** What goes wrong once may go well the next time, and must not end the following. */
  private void roundOrTrouble(CaptureSession session) {
    try {
      round(session);
    } catch (RuntimeException e) {
      trouble = "pods could not be looked for: " + e;
      log.accept(trouble);
    }
  }

  private boolean awaitClosed() {
    try {
      return closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }

  private void round(CaptureSession session) {
    List<PodRef> listed = wanted.get();
    Set<String> uids = uids(listed);
    Set<String> captured = session.pods();
    for (String uid : captured) {
      if (!uids.contains(uid)) {
        session.leave(uid);
        log.accept("pod %s is not to be captured any more; its counts are kept".formatted(uid));
      }
    }
    List<PodRef> missing = new ArrayList<>(listed);
    missing.removeIf(pod -> captured.contains(pod.uid()));
    refusals.keySet().retainAll(uids(missing));
    if (!missing.isEmpty()) {
      Map<String, NetworkNamespace> found = networks.find(uids(missing));
      for (PodRef pod : missing) {
        if (found.containsKey(pod.uid())) {
          add(session, pod, found.get(pod.uid()));
        }
      }
    }
    trouble = refusals.values().stream().findFirst().orElse("");
  }

  private static Set<String> uids(List<PodRef> pods) {
    return pods.stream().map(PodRef::uid).collect(Collectors.toSet());
  }

  private void add(CaptureSession session, PodRef pod, NetworkNamespace network) {
    for (CapturedInterface one : interfaces(pod, network)) {
      try {
        session.add(one);
        refusals.remove(pod.uid());
        log.accept("captures %s".formatted(one.name()));
      } catch (PointRefusedException | ChangeRefusedException | KernelException e) {
        // Or it went while this looked; if it is still listed the next round finds it again.
        refuse(pod, e.getMessage());
      }
    }
  }

  private void refuse(PodRef pod, String why) {
    String sentence = "pod %s is not captured: %s".formatted(pod.name(), why);
    if (!sentence.equals(refusals.put(pod.uid(), sentence))) {
      log.accept(sentence);
    }
  }

  /** None while the pod's network is being made, and when it has just gone. */
  private List<CapturedInterface> interfaces(PodRef pod, NetworkNamespace network) {
    try {
      return PodInterfaces.of(pod, network);
    } catch (KernelException e) {
      refuse(pod, e.getMessage());
      return List.of();
    }
  }

  /** Why a pod that is there is not captured; empty when all are. */
  String trouble() {
    return trouble;
  }

  /** Returns when no pod is on its way into the capture any more. */
  @Override
  public void close() {
    closed.countDown();
    if (thread != null) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
