// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringtail.agent.program.KernelRelease;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.InterfaceStatus;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods as targets, without a cluster: real network namespaces and control groups. */
class PodIT {
  private Path folder;
  private NodeLab lab;
  private PodLab pods;
  private NodeJob job;

  @BeforeEach
  void makeLab() throws Exception {
    assumeTrue(KernelRelease.running().hasTcx(), "tcx needs kernel 6.6");
    folder = Lab.folder();
    pods = new PodLab();
    lab = new NodeLab(folder);
    job = lab.job();
  }

  @AfterEach
  void removeLab() throws IOException {
    if (lab != null) {
      lab.close();
    }
    if (pods != null) {
      pods.close();
    }
    if (folder != null) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private void capture(PodLab.Pod... listed) {
    job.createForPods(list(listed), "limits: {duration: 10m}");
    job.startAgent();
  }

  private static String list(PodLab.Pod... listed) {
    return Stream.of(listed).map(PodLab.Pod::reference).collect(Collectors.joining(", ", "[", "]"));
  }

  private void relist(PodLab.Pod... listed) {
    job.change("{\"target\": {\"pods\": {\"pods\": %s}}}".formatted(list(listed)));
  }

  private InterfaceStatus awaitCaptured(String name) {
    return one(job.await(name + " is captured", status -> isCaptured(status, name)), name);
  }

  private static boolean isCaptured(NodeCaptureStatus status, String name) {
    return status.interfaces().stream()
        .anyMatch(one -> one.name().equals(name) && one.point() != null);
  }

  private static InterfaceStatus one(NodeCaptureStatus status, String name) {
    return status.interfaces().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private NodeCaptureStatus stop() {
    job.change("{\"stop\": true}");
    return job.await(Phase.COMPLETED);
  }

  @Test
  void shouldCaptureBothWaysInsideAPodOnAllItsInterfaces() throws IOException {
    PodLab.Pod web = pods.pod("web-0", 2).start();
    capture(web);
    job.await(Phase.CAPTURING);
    InterfaceStatus first = awaitCaptured("web-0/eth0");
    awaitCaptured("web-0/eth1");
    assertThat(first.point()).isEqualTo(CapturePoint.TC);
    assertThat(first.direction()).isEqualTo(Direction.BOTH);
    assertThat(first.pod().uid()).isEqualTo(web.uid);

    Sent in = web.floodIn(0, "--count", "5000", "--pps", "20000");
    Sent out = web.floodOut(0, "--count", "4000", "--pps", "20000");
    Sent second = web.floodIn(1, "--count", "3000", "--pps", "20000");
    NodeCaptureStatus done = stop();

    assertThat(one(done, "web-0/eth0").funnel().seen()).isEqualTo(in.packets() + out.packets());
    assertThat(one(done, "web-0/eth1").funnel().delivered()).isEqualTo(second.packets());
    Counted counted = lab.objects();
    assertThat(counted.ofInterface("web-0/eth0")).isEqualTo(in.packets() + out.packets());
    assertThat(counted.ofInterface("web-0/eth1")).isEqualTo(second.packets());
    assertThat(NodeJob.condition(done, "Lossless").getStatus()).isEqualTo("True");
    assertThat(Command.ok("capinfos", "-I", counted.files().getFirst().toString()))
        .contains("Name = web-0/eth0", "tc in pod default/web-0 on " + NodeJob.NODE);
  }

  @Test
  void shouldWaitForAPodThatIsListedBeforeItRuns() throws IOException {
    PodLab.Pod web = pods.pod("web-0", 1);
    capture(web);
    NodeCaptureStatus waiting =
        job.await(
            "it says for what it waits",
            status -> status.lastError() != null && status.lastError().contains("web-0"));
    assertThat(waiting.phase()).isEqualTo(Phase.PREPARING);

    web.start();
    job.await(Phase.CAPTURING);
    awaitCaptured("web-0/eth0");
    Sent in = web.floodIn(0, "--count", "1000");
    NodeCaptureStatus done = stop();

    assertThat(done.counts().delivered()).isEqualTo(in.packets());
    assertThat(done.lastError()).isNullOrEmpty();
  }

  @Test
  void shouldFollowPodsAsTheyComeAndGo() throws IOException {
    PodLab.Pod first = pods.pod("web-0", 1).start();
    PodLab.Pod late = pods.pod("web-1", 1);
    capture(first);
    awaitCaptured("web-0/eth0");
    Sent before = first.floodIn(0, "--count", "4000", "--pps", "20000");

    late.start();
    relist(first, late);
    awaitCaptured("web-1/eth0");
    Sent ofLate = late.floodOut(0, "--count", "3000", "--pps", "20000");
    Sent with = first.floodIn(0, "--count", "2000", "--pps", "20000");

    first.stop();
    job.await(
        "the pod that has gone is captured no more", status -> !isCaptured(status, "web-0/eth0"));
    relist(late);
    Sent after = late.floodIn(0, "--count", "1000", "--pps", "20000");
    assertThat(job.status().phase()).isEqualTo(Phase.CAPTURING);

    PodLab.Pod again = pods.pod("web-0", 1).start();
    relist(late, again);
    awaitCaptured("web-0/eth0~2");
    Sent ofAgain = again.floodIn(0, "--count", "500", "--pps", "20000");
    NodeCaptureStatus done = stop();

    assertThat(one(done, "web-0/eth0").funnel().delivered())
        .isEqualTo(before.packets() + with.packets());
    assertThat(one(done, "web-1/eth0").funnel().delivered())
        .isEqualTo(ofLate.packets() + after.packets());
    assertThat(one(done, "web-0/eth0~2").funnel().delivered()).isEqualTo(ofAgain.packets());
    long sent = Stream.of(before, with, ofLate, after, ofAgain).mapToLong(Sent::packets).sum();
    assertThat(done.counts().seen()).isEqualTo(sent);
    assertThat(lab.objects().packets()).isEqualTo(sent);
    assertThat(lab.objects().byCapinfos()).isEqualTo(sent);
  }

  @Test
  void shouldLetGoAPodThatIsListedNoMore() {
    PodLab.Pod kept = pods.pod("web-0", 1).start();
    PodLab.Pod left = pods.pod("web-1", 1).start();
    capture(kept, left);
    awaitCaptured("web-0/eth0");
    awaitCaptured("web-1/eth0");
    Sent before = left.floodIn(0, "--count", "1000");
    relist(kept);
    job.await("it is let go", status -> !isCaptured(status, "web-1/eth0"));
    left.floodIn(0, "--count", "1000");
    Sent other = kept.floodIn(0, "--count", "700");
    NodeCaptureStatus done = stop();

    assertThat(one(done, "web-1/eth0").funnel().delivered()).isEqualTo(before.packets());
    assertThat(one(done, "web-0/eth0").funnel().delivered()).isEqualTo(other.packets());
  }
}
