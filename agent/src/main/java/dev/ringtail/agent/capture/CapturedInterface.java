// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.Ethtool;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.NetDevice;
import java.util.Optional;

/**
 * A network interface that is to be captured.
 *
 * @param name in files and counts: the kernel's, or of one inside a pod {@code POD/DEVICE}
 * @param index its ifindex, in its network namespace
 * @param mtu bytes, without the link header
 * @param macAddress six hexadecimal bytes with colons, empty if it has none
 * @param driver its driver, empty if not known
 * @param pod in whose network namespace it is; empty: in the agent's own
 */
public record CapturedInterface(
    String name, int index, int mtu, String macAddress, String driver, Optional<PodPlace> pod) {

  /** One of the agent's own network namespace. */
  public CapturedInterface(String name, int index, int mtu, String macAddress, String driver) {
    this(name, index, mtu, macAddress, driver, Optional.empty());
  }

  /** What the kernel says of an interface in the calling thread's network namespace. */
  public static CapturedInterface here(String device) {
    return new CapturedInterface(
        device,
        LibC.if_nametoindex(device),
        NetDevice.mtu(device),
        NetDevice.macAddress(device),
        Ethtool.driver(device).orElse(""));
  }

  /** The kernel's name of it. */
  public String device() {
    return pod.map(PodPlace::device).orElse(name);
  }

  /** The same as one inside a pod. */
  public CapturedInterface inPod(PodPlace place) {
    return new CapturedInterface(
        place.pod().name() + "/" + name, index, mtu, macAddress, driver, Optional.of(place));
  }

  /** The same under another name. */
  public CapturedInterface named(String other) {
    return new CapturedInterface(other, index, mtu, macAddress, driver, pod);
  }
}
