// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An interrupt and where it may and does fire.
 *
 * @param number the kernel's number, reused for other interrupts after a device is gone
 * @param name the driver's name for it, empty when nobody handles it
 * @param affinity the CPUs asked for, absent when unreadable
 * @param effective the CPUs it goes to; follows a change of the affinity only when the interrupt
 *     fires next; absent on kernels or controllers that do not say
 */
public record Interrupt(
    int number, String name, Optional<CpuSet> affinity, Optional<CpuSet> effective) {
  private static final String ACTIONS = "/sys/kernel/irq/";

  /** The file that sets the affinity. */
  public static String affinityFile(int number) {
    return "/proc/irq/" + number + "/smp_affinity_list";
  }

  /**
   * The CPUs on which it fires next, as far as known: the effective ones, or those asked for while
   * that change has not taken effect.
   */
  public CpuSet firesOn() {
    CpuSet now = effective.orElse(CpuSet.EMPTY);
    CpuSet asked = affinity.orElse(CpuSet.EMPTY);
    return asked.isEmpty() || (!now.isEmpty() && asked.containsAll(now)) ? now : asked;
  }

  /**
   * The CPUs on which it may fire from now on without anybody writing again: asked for and
   * effective ones.
   */
  public CpuSet mayFireOn() {
    return affinity.orElse(CpuSet.EMPTY).union(effective.orElse(CpuSet.EMPTY));
  }

  /** Reads one interrupt; nothing when there is none of that number. */
  public static Optional<Interrupt> read(HostTree tree, int number) {
    if (!tree.exists("/proc/irq/" + number) && !tree.exists(ACTIONS + number)) {
      return Optional.empty();
    }
    return Optional.of(
        new Interrupt(
            number,
            tree.text(ACTIONS + number + "/actions").orElse(""),
            tree.cpuList(affinityFile(number)),
            tree.cpuList("/proc/irq/" + number + "/effective_affinity_list")));
  }

  /**
   * The message-signalled interrupts of a device, ascending: those of the nearest device at or
   * above it that has any, because a virtio device hangs below the PCI function that owns them.
   *
   * @param device the device's folder in {@code /sys/devices}, links resolved
   */
  public static List<Interrupt> ofDevice(HostTree tree, String device) {
    for (String folder = device; folder.startsWith("/sys/devices/"); folder = parent(folder)) {
      List<String> numbers = tree.children(folder + "/msi_irqs");
      if (!numbers.isEmpty()) {
        List<Interrupt> found = new ArrayList<>();
        numbers.stream()
            .filter(name -> name.matches("[0-9]{1,9}"))
            .forEach(name -> read(tree, Integer.parseInt(name)).ifPresent(found::add));
        return List.copyOf(found);
      }
    }
    return List.of();
  }

  /** The interrupt that carries this name now, if exactly one does. */
  public static Optional<Interrupt> named(HostTree tree, String name) {
    List<Interrupt> found =
        tree.children(ACTIONS).stream()
            .filter(number -> number.matches("[0-9]{1,9}"))
            .filter(number -> tree.text(ACTIONS + number + "/actions").orElse("").equals(name))
            .flatMap(number -> read(tree, Integer.parseInt(number)).stream())
            .toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  static String parent(String folder) {
    return folder.substring(0, folder.lastIndexOf('/'));
  }
}
