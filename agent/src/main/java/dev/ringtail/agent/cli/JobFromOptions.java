// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.crds.rule.Scope;
import dev.ringtail.crds.rule.SpecRules;
import dev.ringtail.crds.rule.Violation;
import dev.ringtail.crds.v1alpha1.Buffer;
import dev.ringtail.crds.v1alpha1.Capture;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.crds.v1alpha1.Limits;
import dev.ringtail.crds.v1alpha1.NodeTarget;
import dev.ringtail.crds.v1alpha1.Placement;
import dev.ringtail.crds.v1alpha1.Target;
import dev.ringtail.crds.yaml.CaptureJobException;
import dev.ringtail.crds.yaml.CaptureJobReader;
import java.util.List;

/** The job that a command line asks for: the document, if there is one, with the flags over it. */
final class JobFromOptions {
  private final RunOptions options;

  private JobFromOptions(RunOptions options) {
    this.options = options;
  }

  /**
   * @return a job whose spec keeps every rule of its API
   * @throws CommandException when a rule is broken or the document is wrong
   */
  static CaptureJob of(RunOptions options) {
    JobFromOptions maker = new JobFromOptions(options);
    CaptureJob job = maker.document();
    CaptureJobSpec spec = maker.merge(job.getSpec());
    List<Violation> violations = SpecRules.check(spec, "spec", Scope.STANDALONE);
    if (!violations.isEmpty()) {
      throw CommandException.usage(
          violations.getFirst().path() + ": " + violations.getFirst().message());
    }
    job.setSpec(spec);
    return job;
  }

  private CaptureJob document() {
    if (options.file == null) {
      CaptureJob job = new CaptureJob();
      job.getMetadata().setName("capture");
      job.getMetadata().setNamespace("local");
      return job;
    }
    try {
      return CaptureJobReader.read(options.file);
    } catch (CaptureJobException e) {
      throw CommandException.usage(e.getMessage());
    }
  }

  private CaptureJobSpec merge(CaptureJobSpec base) {
    Capture capture = base == null ? Capture.DEFAULT : base.capture();
    return new CaptureJobSpec(
        target(base),
        filter(base),
        new Capture(
            or(options.point, capture.point()),
            or(options.direction, capture.direction()),
            or(options.snapLength, capture.snapLength())),
        limits(base == null ? Limits.DEFAULT : base.limits()),
        placement(base == null ? Placement.OBSERVE : base.placement()),
        buffer(base == null ? Buffer.DEFAULT : base.buffer()),
        new OutputFromOptions(options, base == null ? null : base.output()).merge(),
        base == null ? null : base.deletionPolicy(),
        false,
        null);
  }

  private Target target(CaptureJobSpec base) {
    if (!options.interfaces.isEmpty() || base == null) {
      List<String> interfaces = options.interfaces.isEmpty() ? null : options.interfaces;
      return new Target(new NodeTarget(null, null, interfaces), null);
    }
    return base.target();
  }

  private Filter filter(CaptureJobSpec base) {
    if (options.chain != null || options.pcap != null) {
      return new Filter(options.chain, options.pcap);
    }
    return base == null ? null : base.filter();
  }

  private Limits limits(Limits base) {
    return new Limits(
        or(options.duration, base.duration()),
        or(options.packets, base.packetsPerNode()),
        or(options.bytes, base.bytesPerNode()));
  }

  /** A policy and lists exclude each other, so naming one on the command line drops the other. */
  private Placement placement(Placement base) {
    boolean lists = options.receiveCpus != null || options.readerCpus != null;
    if (options.placement == null && !lists) {
      return options.maxCpus == null
          ? base
          : new Placement(base.policy(), options.maxCpus, base.receiveCpus(), base.readerCpus());
    }
    return new Placement(
        options.placement, options.maxCpus, options.receiveCpus, options.readerCpus);
  }

  private Buffer buffer(Buffer base) {
    return new Buffer(or(options.memory, base.memory()), or(options.spoolSize, base.spool()));
  }

  private static <T> T or(T wanted, T otherwise) {
    return wanted == null ? otherwise : wanted;
  }
}
