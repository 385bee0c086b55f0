// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One capture on one or many nodes: what to capture, for how long, and where to deliver it. */
@Group(CaptureJob.GROUP)
@Version(CaptureJob.VERSION)
@ShortNames("rtcap")
@Categories("ringtail")
@ValidationRule(
    value =
        "!(self.?status.phase.orValue('') in ['Completed', 'Failed'])"
            + " || (self.spec.limits == oldSelf.spec.limits"
            + " && has(self.spec.filter) == has(oldSelf.spec.filter)"
            + " && (!has(self.spec.filter) || self.spec.filter == oldSelf.spec.filter))",
    fieldPath = ".spec",
    message = "filter and limits can be changed only while the job runs; this one has finished")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Nodes", jsonPath = ".status.nodes.summary")
@AdditionalPrinterColumn(
    name = "Packets",
    jsonPath = ".status.counts.captured",
    type = Type.INTEGER)
@AdditionalPrinterColumn(name = "Dropped", jsonPath = ".status.counts.dropped", type = Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Bytes",
    jsonPath = ".status.counts.deliveredBytes",
    type = Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Lossless",
    jsonPath = ".status.conditions[?(@.type==\"Lossless\")].status")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = Type.DATE)
@JsonClassDescription(
    "One capture on one or many nodes: what to capture, for how long, and where to deliver it.")
public final class CaptureJob extends CustomResource<CaptureJobSpec, CaptureJobStatus>
    implements Namespaced {
  /** The API group of all of Ringtail's objects. */
  public static final String GROUP = "ringtail.dev";

  /** The only version so far. */
  public static final String VERSION = "v1alpha1";

  private static final long serialVersionUID = 1L;

  @Override
  protected CaptureJobSpec initSpec() {
    return null;
  }

  @Override
  protected CaptureJobStatus initStatus() {
    return null;
  }

  /** Whether nothing more will happen, as far as the status says. */
  public boolean hasEnded() {
    return getStatus() != null && getStatus().phase() != null && getStatus().phase().isFinal();
  }
}
