// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.HostTree;
import dev.ringtail.agent.topology.Interrupt;
import dev.ringtail.agent.topology.NicQueues;
import java.io.IOException;
import java.util.Optional;

/**
 * A set of CPUs somewhere in /proc or /sys that placement changes. Its JSON is what the journal
 * holds.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = NodeSetting.Affinity.class, name = "interrupt"),
  @JsonSubTypes.Type(value = NodeSetting.Steering.class, name = "steering")
})
sealed interface NodeSetting {

  /** Its name in messages. */
  String label();

  /** The same setting where it is now, since numbers are reused; nothing when it is gone. */
  Optional<NodeSetting> located(HostTree tree);

  /** Its CPUs; nothing when they cannot be read. */
  Optional<CpuSet> read(HostTree tree);

  /** Where it has taken effect, if the kernel says so. */
  Optional<CpuSet> effective(HostTree tree);

  /**
   * Writes its CPUs.
   *
   * @throws IOException with the kernel's words
   */
  void write(HostTree tree, CpuSet cpus) throws IOException;

  /**
   * Where an interrupt may fire.
   *
   * @param number of the interrupt
   * @param name the driver's name for it, which tells whether the number was reused; empty while
   *     nobody handles it
   */
  record Affinity(int number, String name) implements NodeSetting {
    @Override
    public String label() {
      return "interrupt " + number + (name.isEmpty() ? "" : " (" + name + ")");
    }

    @Override
    public Optional<NodeSetting> located(HostTree tree) {
      boolean same =
          Interrupt.read(tree, number).filter(now -> now.name().equals(name)).isPresent();
      if (same || name.isEmpty()) {
        return same ? Optional.of(this) : Optional.empty();
      }
      return Interrupt.named(tree, name).map(now -> new Affinity(now.number(), name));
    }

    @Override
    public Optional<CpuSet> read(HostTree tree) {
      return tree.cpuList(Interrupt.affinityFile(number));
    }

    @Override
    public Optional<CpuSet> effective(HostTree tree) {
      return Interrupt.read(tree, number).flatMap(Interrupt::effective);
    }

    @Override
    public void write(HostTree tree, CpuSet cpus) throws IOException {
      tree.write(Interrupt.affinityFile(number), cpus.toString());
    }
  }

  /**
   * Where the stack steers a receive queue's packets (RPS).
   *
   * @param nic interface
   * @param queue number of the receive queue
   */
  record Steering(String nic, int queue) implements NodeSetting {
    @Override
    public String label() {
      return "steering of " + nic + " queue " + queue;
    }

    @Override
    public Optional<NodeSetting> located(HostTree tree) {
      return tree.exists(NicQueues.rpsFile(nic, queue)) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Optional<CpuSet> read(HostTree tree) {
      return tree.cpuMask(NicQueues.rpsFile(nic, queue));
    }

    @Override
    public Optional<CpuSet> effective(HostTree tree) {
      return read(tree);
    }

    @Override
    public void write(HostTree tree, CpuSet cpus) throws IOException {
      tree.write(NicQueues.rpsFile(nic, queue), cpus.toMask());
    }
  }
}
