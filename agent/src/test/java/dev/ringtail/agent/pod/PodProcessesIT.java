// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.topology.HostTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Control groups as kubelets name them, in a folder instead of /proc. */
class PodProcessesIT {
  private static final String UID = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";
  private static final String OTHER = "ffffffff-4e5f-6071-8293-a4b5c6d7e8f9";

  @TempDir private Path root;

  private void process(long pid, String cgroup, long start) throws IOException {
    Path folder = Files.createDirectories(root.resolve("proc/" + pid));
    Files.writeString(folder.resolve("cgroup"), cgroup);
    Files.writeString(
        folder.resolve("stat"),
        "%d (a (b) c) S 1 1 1 0 -1 0 0 0 0 0 1 1 0 0 20 0 1 0 %d 1 1\n".formatted(pid, start));
  }

  private Map<String, Long> first(String... uids) {
    return new PodProcesses(HostTree.at(root)).first(List.of(uids));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // version 2, systemd driver, burstable
        "0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod0a1b2c3d_4e5f_6071_8293_a4b5c6d7e8f9.slice/cri-containerd-11.scope\n",
        // version 2, cgroupfs driver, guaranteed
        "0::/kubepods/pod0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9/11\n",
        // version 2, seen from a container with a cgroup namespace of its own
        "0::/../../../kubepods-besteffort.slice/kubepods-besteffort-pod0a1b2c3d_4e5f_6071_8293_a4b5c6d7e8f9.slice/crio-11.scope\n",
        // version 2, a node of kind
        "0::/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-pod0a1b2c3d_4e5f_6071_8293_a4b5c6d7e8f9.slice/cri-containerd-11.scope\n",
        // version 1, cgroupfs driver, the systemd hierarchy elsewhere
        "9:name=systemd:/system.slice/containerd.service\n3:pids:/kubepods/besteffort/pod0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9/11\n0::/\n",
        // version 1, systemd driver
        "4:memory:/kubepods.slice/kubepods-pod0a1b2c3d_4e5f_6071_8293_a4b5c6d7e8f9.slice/docker-11.scope\n"
      })
  void shouldKnowPodByItsControlGroup(String cgroup) throws IOException {
    process(41, "0::/system.slice/sshd.service\n", 5);
    process(42, cgroup, 100);

    assertThat(first(UID, OTHER)).containsExactly(Map.entry(UID, 42L));
    assertThat(first(OTHER)).isEmpty();
  }

  @Test
  void shouldTakeTheProcessThatWasThereFirst() throws IOException {
    process(7, "0::/kubepods/pod%s/app\n".formatted(UID), 300);
    process(9001, "0::/kubepods/pod%s/sandbox\n".formatted(UID), 200);
    process(9002, "0::/kubepods/pod%s/app\n".formatted(OTHER), 250);

    assertThat(first(UID, OTHER)).containsOnly(Map.entry(UID, 9001L), Map.entry(OTHER, 9002L));
  }

  @Test
  void shouldPassOverProcessesThatGoWhileItLooks() throws IOException {
    Files.createDirectories(root.resolve("proc/50"));
    Files.createDirectories(root.resolve("proc/sys"));
    process(51, "0::/kubepods/pod%s/app\n".formatted(UID), 1);
    Files.delete(root.resolve("proc/51/stat"));

    assertThat(first(UID)).isEmpty();
  }
}
