// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.TargetWords;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.TimeSpan;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What to capture, in the words of a command line. */
final class CaptureOptions {
  @Parameters(
      paramLabel = "TARGET",
      arity = "0..*",
      description =
          "pod/NAME, deploy/NAME, sts/NAME, ds/NAME or node/NAME; several of pod or node, too")
  private List<String> targets = List.of();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "pods whose labels match, such as app=web; with --nodes: nodes")
  private String selector;

  @Option(names = "--nodes", description = "the selector is one of nodes")
  private boolean nodes;

  @Option(
      names = {"-i", "--interface"},
      paramLabel = "NAME",
      description =
          "interface of the nodes, or a glob such as 'ens*'; may be given several times; default:"
              + " that of the default route")
  private List<String> interfaces = List.of();

  @Option(
      names = "--pcap",
      paramLabel = "EXPR",
      description = "filter in tcpdump's language, such as 'tcp port 443'")
  String pcap;

  @Option(
      names = "--chain",
      paramLabel = "EXPR",
      description = "filter as a chain of protocols, such as 'eth/ipv4/tcp[dport==443]'")
  String chain;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "end after this time, such as 30s or 1h30m; default 10m")
  TimeSpan duration;

  @Option(
      names = "--packets",
      paramLabel = "N",
      description = "end each node when it has delivered this many packets")
  Long packets;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      description = "end each node before it delivers more than this, such as 10Gi")
  ByteCount bytes;

  @Option(
      names = "--snap-length",
      paramLabel = "BYTES",
      description = "bytes of each packet to keep, 1 to 262144 (default)")
  Integer snapLength;

  @Option(
      names = "--direction",
      paramLabel = "WAY",
      description = "Ingress, Egress or Both; default: Both for pods, Ingress for nodes")
  Direction direction;

  @Option(
      names = "--point",
      paramLabel = "POINT",
      description = "where in the kernel: Auto (default), XdpNative, XdpExit, Tc or XdpGeneric")
  CapturePoint point;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "of the job; default: made from the target's")
  String name;

  TargetWords targetWords() {
    return new TargetWords(targets, Optional.ofNullable(selector), nodes, interfaces);
  }

  /** For the name of a job that was given none. */
  String stem() {
    if (targets.isEmpty()) {
      return nodes ? "nodes" : "pods";
    }
    String first = targets.getFirst();
    return first.substring(first.indexOf('/') + 1);
  }
}
