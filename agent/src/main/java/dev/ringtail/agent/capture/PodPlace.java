// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.NetworkNamespace;
import dev.ringtail.crds.v1alpha1.PodRef;

/**
 * Where an interface inside a pod is.
 *
 * @param device the kernel's name of it there
 * @param network the pod's
 */
public record PodPlace(PodRef pod, String device, NetworkNamespace network) {}
