// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.CaptureAssembly;
import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.CaptureRefusedException;
import dev.ringtail.agent.capture.CaptureResult;
import dev.ringtail.agent.capture.CaptureSession;
import dev.ringtail.agent.control.ControlServer;
import dev.ringtail.agent.http.ManagementException;
import dev.ringtail.agent.http.ManagementServer;
import dev.ringtail.agent.recovery.SpoolRecovery;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ringtail-agent run}: one capture, without a cluster. */
@Command(
    name = "run",
    description = "Captures on this node until a limit or Ctrl-C, and delivers pcapng objects.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  ringtail-agent run -i eth0 --duration 30s --output dir:/var/captures",
      "  ringtail-agent run -i eth0 --duration 1h --output s3://captures/edge",
      "  ringtail-agent run -i eth0 --pcap 'tcp port 443' --packets 10000 --output dir:/tmp/x",
      "  ringtail-agent run -f capturejob.yaml"
    })
public final class RunCommand implements Callable<Integer> {
  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");
  private static final Path POSSIBLE = Path.of("/sys/devices/system/cpu/possible");

  @Mixin private RunOptions options;

  @Override
  public Integer call() throws InterruptedException {
    CaptureJob job = JobFromOptions.of(options);
    if (job.getSpec().target().pods() != null) {
      throw CommandException.refused(
          "pods as targets need a cluster; name interfaces with spec.target.nodes.interfaces");
    }
    CapturePlan plan = PlanMaker.plan(job, options, onlineCpus());
    DeliverCommand.report(recoverEarlierRuns(plan), System.err);
    ObjectStore store = open(plan);
    EndOnSignal end = new EndOnSignal();
    try {
      return end.with(codeOf(capture(plan, store, end)));
    } catch (CaptureRefusedException e) {
      end.with(ExitCode.REFUSED.code());
      throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
    } finally {
      end.release();
    }
  }

  private CaptureResult capture(CapturePlan plan, ObjectStore store, EndOnSignal end)
      throws CaptureRefusedException, InterruptedException {
    ProgressReport report = ProgressReport.choose(options.json);
    try (CaptureSession session = CaptureAssembly.assemble(plan, possibleCpus(), store)) {
      end.stops(session::stop);
      try (ManagementServer server = management(plan, session)) {
        if (server != null) {
          report.managedAt(server.port());
        }
        session.start();
        try (ControlServer control = control(plan, session)) {
          if (control == null) {
            System.err.printf(
                "spool %s takes no sockets: filter and sets cannot be changed in this run%n",
                plan.spool().folder());
          }
          report.started(plan, session.status().interfaces());
          report.placed(session.placement());
          CaptureResult result =
              session.run(
                  figures -> {
                    report.placed(session.placement());
                    report.progress(figures);
                  });
          report.finished(result);
          return result;
        }
      }
    }
  }

  /** Those of the same spool, or, where each run has a spool of its own, those of all dead ones. */
  private List<SpoolRecovery.Recovered> recoverEarlierRuns(CapturePlan plan)
      throws InterruptedException {
    if (options.spool != null) {
      return DeliverCommand.recover(plan.spool().folder());
    }
    List<SpoolRecovery.Recovered> recovered = new ArrayList<>();
    for (Path orphan : StandaloneSpool.orphans(plan.spool().folder().getParent())) {
      recovered.addAll(DeliverCommand.recover(orphan));
    }
    return recovered;
  }

  private static ObjectStore open(CapturePlan plan) {
    try {
      return new StandaloneStores().open(plan.output());
    } catch (StoreException e) {
      throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
    }
  }

  /** Null when it was not asked for. */
  private ManagementServer management(CapturePlan plan, CaptureSession session) {
    if (options.managementPort == null) {
      return null;
    }
    try {
      return ManagementServer.start(
          options.managementPort, plan.spool().folder(), plan.identity().run(), session::status);
    } catch (ManagementException e) {
      throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
    }
  }

  /** Null when there can be none: a capture is worth more than the chance to change it. */
  private static ControlServer control(CapturePlan plan, CaptureSession session) {
    try {
      return ControlServer.start(plan.spool().folder(), session.filter());
    } catch (IOException e) {
      return null;
    }
  }

  private int codeOf(CaptureResult result) {
    if (result.isFault()) {
      return ExitCode.FAULT.code();
    }
    if (!result.isDelivered()) {
      return ExitCode.UNDELIVERED.code();
    }
    return options.failOnLoss && !result.funnel().isLossless()
        ? ExitCode.LOSSY.code()
        : ExitCode.COMPLETE.code();
  }

  /** The CPUs that may run a hook. */
  static CpuSet onlineCpus() {
    return cpus(ONLINE);
  }

  /** Highest CPU number of the machine plus one. */
  static int possibleCpus() {
    return cpus(POSSIBLE).stream().max().orElse(0) + 1;
  }

  private static CpuSet cpus(Path list) {
    try {
      return CpuSet.parse(Files.readString(list).strip());
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.REFUSED, "cannot read %s: %s".formatted(list, e.getMessage()), e);
    }
  }
}
