// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.CpuAffinity;
import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps the process's other threads (compiler, collector, delivery, the conductor itself) off the
 * CPUs that receive and read. Threads made later inherit the CPUs of the one that makes them.
 *
 * <p>The first thread is left alone: it only waits for the virtual machine to end, and its CPUs
 * tell what the process was given.
 */
final class ServiceThreads {
  private static final String TASKS = "/proc/self/task";
  private static final int FIRST = Math.toIntExact(ProcessHandle.current().pid());

  private final HostTree tree;

  ServiceThreads(HostTree tree) {
    this.tree = tree;
  }

  /**
   * Puts all threads on these CPUs but for the readers.
   *
   * @param readers the kernel's numbers of the readers
   */
  void confine(CpuSet to, Set<Integer> readers) {
    put(to.toBitSet(), readers);
  }

  /** Lets all threads run where the process may, as before. */
  void release() {
    put(CpuAffinity.of(FIRST), Set.of());
  }

  private void put(BitSet cpus, Set<Integer> readers) {
    Set<Integer> moved = new HashSet<>();
    boolean again = !cpus.isEmpty();
    while (again) {
      again = false;
      for (String name : tree.children(TASKS)) {
        int tid = Integer.parseInt(name);
        if (tid != FIRST && !readers.contains(tid) && moved.add(tid)) {
          again |= pinned(tid, cpus);
        }
      }
    }
  }

  private static boolean pinned(int tid, BitSet cpus) {
    try {
      CpuAffinity.pin(tid, cpus);
      return true;
    } catch (KernelException e) {
      return false; // The thread has ended, or the CPUs have gone and the next plan names others.
    }
  }
}
