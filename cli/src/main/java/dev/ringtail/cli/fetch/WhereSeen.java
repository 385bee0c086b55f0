// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.pcapng.InterfaceDescription;
import java.util.function.UnaryOperator;

/**
 * Names the interfaces of a node's files so that viewers show where each packet was seen: {@code
 * node-a/eth0}, or {@code shop/web-1/eth0} for a pod's.
 *
 * @param namespace of the job, and so of its pods
 */
record WhereSeen(String namespace, String node) implements UnaryOperator<InterfaceDescription> {
  @Override
  public InterfaceDescription apply(InterfaceDescription found) {
    int slash = found.name().lastIndexOf('/');
    boolean isOfPod = slash > 0;
    String place =
        isOfPod
            ? "%s of pod %s, namespace %s, on node %s"
                .formatted(
                    found.name().substring(slash + 1),
                    found.name().substring(0, slash),
                    namespace,
                    node)
            : "%s of node %s".formatted(found.name(), node);
    return new InterfaceDescription(
        found.linkType(),
        found.snapLength(),
        (isOfPod ? namespace : node) + "/" + found.name(),
        found.description().isEmpty() ? place : place + "; " + found.description(),
        found.filter(),
        found.hardware(),
        found.os(),
        found.comment(),
        found.speedBitsPerSecond(),
        found.macAddress(),
        found.resolution());
  }
}
