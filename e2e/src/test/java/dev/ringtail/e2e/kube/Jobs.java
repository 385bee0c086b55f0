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
    return on(
        "nodes: {names: [%s], interfaces: [eth0]}"
            .formatted(nodes.stream().map(Node::name).collect(Collectors.joining(", "))),
        port);
  }

  /** UDP to a port in the pods of an application. */
  static JobDocument onPods(String application, int port) {
    return on("pods: {selector: {matchLabels: {app: %s}}}".formatted(application), port);
  }

  private static JobDocument on(String target, int port) {
    return JobDocument.parse(
        """
        apiVersion: ringtail.dev/v1alpha1
        kind: CaptureJob
        metadata: {name: udp}
        spec:
          target: {%s}
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
            .formatted(target, port, Store.BUCKET, Store.ENDPOINT));
  }
}
