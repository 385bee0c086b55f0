// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Compression;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.PlacementPolicy;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.CpuList;
import dev.ringtail.crds.value.TimeSpan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The flags of {@code run}. What is absent is null or empty, so that a document's value stays. */
final class RunOptions {
  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "a CaptureJob document; flags below replace its values")
  Path file;

  @Option(
      names = {"-i", "--interface"},
      paramLabel = "NAME",
      description =
          "interface to capture on, or a glob such as 'ens*' (never matches lo); may be given"
              + " several times; default: that of the default route")
  List<String> interfaces = List.of();

  @Option(
      names = "--pcap",
      paramLabel = "EXPR",
      description = "filter in tcpdump's language, run in the kernel, such as 'tcp port 443'")
  String pcap;

  @Option(
      names = "--chain",
      paramLabel = "EXPR",
      description = "filter as a chain of protocols, such as 'eth/ipv4/tcp[dport==443]'")
  String chain;

  @Option(
      names = "--set",
      paramLabel = "NAME=FILE",
      description =
          "what the set that the filter asks as @NAME holds at the start, an element a line; may be"
              + " given several times; ringtail-agent set changes it while the capture runs")
  Map<String, Path> sets = Map.of();

  @Option(
      names = "--point",
      paramLabel = "POINT",
      description =
          "where to capture: XdpNative in the driver, Tc before the stack, XdpGeneric, or Auto"
              + " (default), the first of these that works, on software devices Tc first")
  CapturePoint point;

  @Option(
      names = "--direction",
      paramLabel = "WAY",
      description =
          "which packets: Ingress (default), those that arrive; Egress, those that leave; Both")
  Direction direction;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "end after this time, such as 30s or 1h30m; default 10m")
  TimeSpan duration;

  @Option(
      names = "--packets",
      paramLabel = "N",
      description = "end when the objects hold exactly this many packets")
  Long packets;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      description = "end before the objects hold more than this, such as 10Gi")
  ByteCount bytes;

  @Option(
      names = "--snap-length",
      paramLabel = "BYTES",
      description = "bytes of each packet to keep, 1 to 262144 (default)")
  Integer snapLength;

  @Option(
      names = "--output",
      paramLabel = "PLACE",
      description =
          "where objects go: a folder, such as dir:/var/captures, or a bucket, such as"
              + " s3://captures/edge; its keys are taken from the environment (AWS_ACCESS_KEY_ID,"
              + " AWS_SECRET_ACCESS_KEY), certificates to trust from AWS_CA_BUNDLE")
  String output;

  @Option(
      names = "--s3-endpoint",
      paramLabel = "URL",
      description = "address of the store, such as https://minio.example.org:9000; default: AWS")
  String s3Endpoint;

  @Option(
      names = "--s3-region",
      paramLabel = "REGION",
      description = "region of the bucket; default us-east-1")
  String s3Region;

  @Option(
      names = "--s3-path-style",
      description = "the bucket's name goes into the path, as most stores other than AWS want it")
  Boolean s3PathStyle;

  @Option(
      names = "--segment-size",
      paramLabel = "SIZE",
      description = "most bytes of an object; default 256Mi")
  ByteCount segmentSize;

  @Option(
      names = "--segment-interval",
      paramLabel = "TIME",
      description = "an object is delivered at this age at the latest; default 30s")
  TimeSpan segmentInterval;

  @Option(
      names = "--compression",
      paramLabel = "KIND",
      description = "of objects: None (default) or Zstd, which adds .zst to their keys")
  Compression compression;

  @Option(
      names = "--readers",
      paramLabel = "N",
      description =
          "reader threads, at most one per CPU; default: as the placement plans, one for two"
              + " receiving CPUs with Observe, one for each with Same and Split")
  Integer readers;

  @Option(
      names = "--placement",
      paramLabel = "POLICY",
      description =
          "Observe (default): leave interrupts where they are, readers float off them; Same: a"
              + " reader on each receiving CPU; Split: move interrupts together and read on other"
              + " CPUs beside them; Auto: measure Observe and growing Splits and keep the best")
  PlacementPolicy placement;

  @Option(
      names = "--max-cpus",
      paramLabel = "N",
      description =
          "most CPUs that Split and Auto use, receiving and reading together; default: a quarter"
              + " of the node's")
  Integer maxCpus;

  @Option(
      names = "--receive-cpus",
      paramLabel = "LIST",
      description =
          "CPUs to move the interface's interrupts to, such as 0-3,8; instead of --placement,"
              + " together with --reader-cpus")
  CpuList receiveCpus;

  @Option(
      names = "--reader-cpus",
      paramLabel = "LIST",
      description = "CPUs for the readers, one each, together with --receive-cpus")
  CpuList readerCpus;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "memory for the rings of all CPUs; default 256Mi")
  ByteCount memory;

  @Option(
      names = "--spool",
      paramLabel = "DIR",
      description =
          "folder for segments before they are delivered; default: beside a dir: output, else below"
              + " /var/lib/ringtail")
  Path spool;

  @Option(
      names = "--spool-size",
      paramLabel = "SIZE",
      description = "most bytes of the spool; default 4Gi, or what the file system can spare")
  ByteCount spoolSize;

  @Option(
      names = "--management-port",
      paramLabel = "PORT",
      description =
          "answer /metrics, /healthz, /readyz, /funnel and /debug/profile on this port of 127.0.0.1"
              + " while the capture runs; 0: any that is free, which is printed and noted in the"
              + " spool")
  Integer managementPort;

  @Option(names = "--fail-on-loss", description = "exit with 4 if any packet was lost")
  boolean failOnLoss;

  @Option(
      names = "--json",
      description = "progress and result as JSON, one object a line, on standard output")
  boolean json;
}
