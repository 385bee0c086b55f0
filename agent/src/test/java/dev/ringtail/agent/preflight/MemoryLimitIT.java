// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.topology.HostTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLimitIT {
  private static final String VERSION_TWO =
      "35 30 0:30 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw";
  private static final String VERSION_ONE =
      "35 30 0:30 / /sys/fs/cgroup/memory rw,nosuid - cgroup cgroup rw,memory";

  @TempDir private Path root;

  @Test
  void shouldTakeTheLeastLimitOnTheWayUp() throws IOException {
    put("/proc/self/cgroup", "0::/kubepods/pod1/agent");
    put("/proc/self/mountinfo", VERSION_TWO);
    put("/sys/fs/cgroup/kubepods/pod1/agent/memory.max", "max");
    put("/sys/fs/cgroup/kubepods/pod1/memory.max", "536870912");
    put("/sys/fs/cgroup/kubepods/memory.max", "8589934592");
    put("/proc/meminfo", "MemTotal:       16000000 kB\nMemAvailable:    1024 kB");

    MemoryLimit limit = MemoryLimit.read(HostTree.at(root));

    assertThat(limit.groupBytes()).hasValue(536870912);
    assertThat(limit.availableBytes()).hasValue(1 << 20);
  }

  @Test
  void shouldKnowUnlimitedOfVersionOne() throws IOException {
    put("/proc/self/cgroup", "5:memory:/docker/abc");
    put("/proc/self/mountinfo", VERSION_ONE);
    put("/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "9223372036854771712");

    assertThat(MemoryLimit.read(HostTree.at(root)).groupBytes()).isEmpty();
  }

  private void put(String path, String text) throws IOException {
    Path file = root.resolve(path.substring(1));
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
