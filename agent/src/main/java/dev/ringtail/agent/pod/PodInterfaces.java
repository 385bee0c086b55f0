// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.pod;

import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.capture.PodPlace;
import dev.ringtail.agent.kernel.NetDevice;
import dev.ringtail.agent.kernel.NetworkNamespace;
import dev.ringtail.crds.v1alpha1.PodRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The interfaces inside a pod that can be captured: those with Ethernet headers, but loopback. */
public final class PodInterfaces {
  private static final String LOOPBACK = "lo";

  private PodInterfaces() {}

  /**
   * Looks inside.
   *
   * @return none while the pod's network is being made
   * @throws dev.ringtail.agent.kernel.KernelException when it cannot be entered, or has gone
   */
  public static List<CapturedInterface> of(PodRef pod, NetworkNamespace network) {
    return network.call(
        () ->
            names().stream()
                .filter(name -> !name.equals(LOOPBACK) && NetDevice.isEthernet(name))
                .map(name -> CapturedInterface.here(name).inPod(new PodPlace(pod, name, network)))
                .toList());
  }

  private static List<String> names() {
    try {
      return NetDevice.names();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the list of network interfaces", e);
    }
  }
}
