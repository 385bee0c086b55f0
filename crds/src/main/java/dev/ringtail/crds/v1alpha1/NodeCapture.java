// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * One node's part of a CaptureJob: the resolved plan, which the operator alone writes, and the
 * result, which that node's agent alone writes. People only read it.
 */
@Group(CaptureJob.GROUP)
@Version(CaptureJob.VERSION)
@ShortNames("rtnode")
@Categories("ringtail")
@AdditionalPrinterColumn(name = "Job", jsonPath = ".spec.jobRef.name")
@AdditionalPrinterColumn(name = "Node", jsonPath = ".spec.nodeName")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(
    name = "Packets",
    jsonPath = ".status.counts.captured",
    type = Type.INTEGER)
@AdditionalPrinterColumn(name = "Dropped", jsonPath = ".status.counts.dropped", type = Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Bytes",
    jsonPath = ".status.counts.deliveredBytes",
    type = Type.INTEGER)
@AdditionalPrinterColumn(name = "Reported", jsonPath = ".status.lastReportTime", type = Type.DATE)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = Type.DATE)
@JsonClassDescription(
    "One node's part of a CaptureJob: the plan, written by the operator, and the result, written by that node's agent. Only to be read.")
public final class NodeCapture extends CustomResource<NodeCaptureSpec, NodeCaptureStatus>
    implements Namespaced {
  private static final long serialVersionUID = 1L;

  @Override
  protected NodeCaptureSpec initSpec() {
    return null;
  }

  @Override
  protected NodeCaptureStatus initStatus() {
    return null;
  }

  /** Whether nothing more will happen, as far as the status says. */
  public boolean hasEnded() {
    return getStatus() != null && getStatus().phase() != null && getStatus().phase().isFinal();
  }
}
