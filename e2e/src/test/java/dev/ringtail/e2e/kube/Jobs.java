// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import java.util.List;
import java.util.stream.Collectors;

/** Documents that several tests begin with. */
final class Jobs {
  private Jobs() {}

  /** UDP to a port on one node. */
  static JobDocument onNode(Node node, int port) {
    return onNodes(List.of(node), port);
  }

  /** UDP to a port on some nodes. */
  static JobDocument onNodes(List<Node> nodes, int port) {
    return JobDocument.parse(
        """
        apiVersion: ringtail.dev/v1alpha1
        kind: CaptureJob
        metadata: {name: udp}
        spec:
          target: {nodes: {names: [%s], interfaces: [eth0]}}
          filter: {chain: "eth/ipv4/udp[dport==%d]"}
          limits: {duration: 5m}
          buffer: {memory: 32Mi, spool: 256Mi}
          output:
            s3:
              bucket: %s
              endpoint: %s
              forcePathStyle: true
              credentialsSecretRef: {name: s3}
        """
            .formatted(
                nodes.stream().map(Node::name).collect(Collectors.joining(", ")),
                port,
                Store.BUCKET,
                Store.ENDPOINT));
  }
}
