// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.CaptureAssembly;
import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.CaptureRefusedException;
import dev.ringtail.agent.capture.CaptureSession;
import dev.ringtail.agent.node.CaptureMaker;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.agent.upload.StoreOpener;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureSpec;
import dev.ringtail.crds.v1alpha1.NodePlanTarget;
import dev.ringtail.crds.v1alpha1.NodeTarget;
import dev.ringtail.crds.v1alpha1.PodTarget;
import dev.ringtail.crds.v1alpha1.Target;

/** Captures of a node's part of a job: the way of {@link RunCommand}, with the operator's names. */
final class NodeSessions implements CaptureMaker {
  @Override
  public CaptureSession make(NodeCapture capture, Run run, StoreOpener stores)
      throws CaptureRefusedException {
    try {
      CpuSet online = RunCommand.onlineCpus();
      CapturePlan plan = plan(capture, run, online);
      ObjectStore store = stores.open(plan.output());
      return CaptureAssembly.assemble(plan, RunCommand.possibleCpus(), store);
    } catch (StoreException e) {
      throw new CaptureRefusedException(e.getMessage(), e);
    } catch (CommandException e) {
      throw new CaptureRefusedException(e.getMessage(), e.getCause());
    }
  }

  private static CapturePlan plan(NodeCapture capture, Run run, CpuSet online) {
    NodeCaptureSpec spec = capture.getSpec();
    RunOptions options = new RunOptions();
    options.spool = run.spool();
    options.spoolSize = spec.buffer().spool();
    CapturePlan plan = PlanMaker.plan(job(capture), options, online);
    return plan.as(
        new CapturePlan.Identity(
            plan.identity().namespace(),
            plan.identity().job(),
            plan.identity().uid(),
            spec.nodeName(),
            run.name(),
            plan.identity().prefix()),
        run.limits());
  }

  /** Which pods there are is not the session's to know: they come to it while it runs. */
  private static Target target(NodePlanTarget planned) {
    return planned.node() == null
        ? new Target(null, new PodTarget(null, null))
        : new Target(new NodeTarget(null, null, planned.node().interfaces()), null);
  }

  /** The job as this node alone would have it. */
  private static CaptureJob job(NodeCapture capture) {
    NodeCaptureSpec spec = capture.getSpec();
    CaptureJob job = new CaptureJob();
    job.getMetadata().setNamespace(capture.getMetadata().getNamespace());
    job.getMetadata().setName(spec.jobRef().name());
    job.getMetadata().setUid(spec.jobRef().uid());
    job.setSpec(
        new CaptureJobSpec(
            target(spec.target()),
            spec.filter(),
            spec.capture(),
            spec.limits(),
            spec.placement(),
            spec.buffer(),
            spec.output(),
            spec.deletionPolicy(),
            spec.stop(),
            null));
    return job;
  }
}
