// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.crds.rule.Scope;
import dev.ringtail.crds.rule.SpecRules;
import dev.ringtail.crds.rule.Violation;
import dev.ringtail.crds.v1alpha1.Buffer;
import dev.ringtail.crds.v1alpha1.Capture;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.DirectoryOutput;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.crds.v1alpha1.Limits;
import dev.ringtail.crds.v1alpha1.NodeTarget;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.v1alpha1.Segment;
import dev.ringtail.crds.v1alpha1.Target;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.yaml.CaptureJobException;
import dev.ringtail.crds.yaml.CaptureJobReader;
import java.util.List;

/** The job that a command line asks for: the document, if there is one, with the flags over it. */
final class JobFromOptions {
  private static final String DIRECTORY = "dir:";

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
            capture.direction(),
            or(options.snapLength, capture.snapLength())),
        limits(base == null ? Limits.DEFAULT : base.limits()),
        base == null ? null : base.placement(),
        buffer(base == null ? Buffer.DEFAULT : base.buffer()),
        output(base),
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

  private Buffer buffer(Buffer base) {
    return new Buffer(or(options.memory, base.memory()), or(options.spoolSize, base.spool()));
  }

  private Output output(CaptureJobSpec base) {
    Output given = base == null ? null : base.output();
    Segment segment = given == null ? Segment.DEFAULT : given.segment();
    Segment merged =
        new Segment(
            segmentSize(segment),
            or(options.segmentInterval, segment.interval()),
            segment.compression());
    if (options.output == null) {
      if (given == null) {
        throw CommandException.usage(
            "no output is named; say where objects go, for example --output dir:/var/captures");
      }
      return new Output(given.s3(), given.directory(), merged);
    }
    if (!options.output.startsWith(DIRECTORY) || options.output.equals(DIRECTORY)) {
      throw CommandException.usage(
          "--output %s is no place that this version delivers to; name a folder as dir:PATH"
              .formatted(options.output));
    }
    return new Output(
        null, new DirectoryOutput(options.output.substring(DIRECTORY.length())), merged);
  }

  /** The default is as large as the spool allows; what somebody has written stays. */
  private ByteCount segmentSize(Segment segment) {
    if (options.segmentSize != null || options.spoolSize == null || options.file != null) {
      return or(options.segmentSize, segment.size());
    }
    return options.spoolSize.compareTo(segment.size()) < 0 ? options.spoolSize : segment.size();
  }

  private static <T> T or(T wanted, T otherwise) {
    return wanted == null ? otherwise : wanted;
  }
}
