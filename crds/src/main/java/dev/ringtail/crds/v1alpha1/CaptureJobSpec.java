// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * What a person asks for. All is fixed when the job is created, except {@code filter}, {@code
 * limits}, {@code stop} and {@code ttlSecondsAfterFinished}.
 */
@ValidationRule(
    value = "self.target == oldSelf.target",
    fieldPath = ".target",
    message = "target" + CaptureJobSpec.FIXED)
@ValidationRule(
    value = "self.capture == oldSelf.capture",
    fieldPath = ".capture",
    message = "capture" + CaptureJobSpec.FIXED)
@ValidationRule(
    value = "self.placement == oldSelf.placement",
    fieldPath = ".placement",
    message = "placement" + CaptureJobSpec.FIXED)
@ValidationRule(
    value = "self.buffer == oldSelf.buffer",
    fieldPath = ".buffer",
    message = "buffer" + CaptureJobSpec.FIXED)
@ValidationRule(
    value = "self.output == oldSelf.output",
    fieldPath = ".output",
    message = "output" + CaptureJobSpec.FIXED)
@ValidationRule(
    value = "self.deletionPolicy == oldSelf.deletionPolicy",
    fieldPath = ".deletionPolicy",
    message = "deletionPolicy" + CaptureJobSpec.FIXED)
@ValidationRule(
    value = "self.stop || !oldSelf.stop",
    fieldPath = ".stop",
    message = "stop never goes back to false; create another job to capture again")
@ValidationRule(
    value =
        "!isQuantity(string(self.output.segment.size)) || !isQuantity(string(self.buffer.spool))"
            + " || quantity(string(self.output.segment.size))"
            + ".compareTo(quantity(string(self.buffer.spool))) <= 0",
    fieldPath = ".output.segment.size",
    message = CaptureJobSpec.SEGMENT_FITS)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonClassDescription(
    "What to capture. All of it is fixed when the job is created, except filter, limits, stop and ttlSecondsAfterFinished.")
public record CaptureJobSpec(
    @Required
        @JsonPropertyDescription(
            "Whose packets are captured: those of nodes' interfaces, or those of pods. Exactly one"
                + " of nodes and pods.")
        Target target,
    @JsonPropertyDescription(
            "Which packets are captured, in exactly one of two languages. Absent: every packet."
                + " Can be changed while the job runs; each packet is judged by the old or by the"
                + " new filter.")
        Filter filter,
    @Default("{}")
        @JsonPropertyDescription("Where in the kernel packets are taken, and how much of each.")
        Capture capture,
    @Default("{}")
        @JsonPropertyDescription(
            "What ends the capture, whichever comes first. Can be changed while the job runs."
                + " Delivered objects never hold more than the limits.")
        Limits limits,
    @Default("{\"policy\": \"Observe\"}")
        @JsonPropertyDescription(
            "Which CPUs of the node receive packets and which read them: a policy, or two explicit"
                + " lists.")
        Placement placement,
    @Default("{}")
        @JsonPropertyDescription("The memory and the disk that the capture may use on each node.")
        Buffer buffer,
    @Required @JsonPropertyDescription("Where captured packets are delivered, and in what pieces.")
        Output output,
    @Default("Deliver")
        @JsonPropertyDescription(
            "What deleting the job does with data that is not yet delivered: Deliver uploads it"
                + " first, bounded by a grace period; Discard drops it.")
        DeletionPolicy deletionPolicy,
    @Default("false")
        @JsonPropertyDescription(
            "Set to true to end the capture early; what was captured is delivered. Never goes back"
                + " to false.")
        boolean stop,
    @Min(0)
        @Max(Integer.MAX_VALUE)
        @JsonPropertyDescription(
            "Seconds after which a finished job is deleted together with its results in the"
                + " cluster; delivered objects stay. Absent: it is kept until somebody deletes it.")
        Integer ttlSecondsAfterFinished)
    implements Checked {

  static final String FIXED = " cannot be changed once the job exists; create another job";
  static final String SEGMENT_FITS = "output.segment.size must not be larger than buffer.spool";

  public CaptureJobSpec {
    capture = capture == null ? Capture.DEFAULT : capture;
    limits = limits == null ? Limits.DEFAULT : limits;
    placement = placement == null ? Placement.OBSERVE : placement;
    buffer = buffer == null ? Buffer.DEFAULT : buffer;
    deletionPolicy = deletionPolicy == null ? DeletionPolicy.DELIVER : deletionPolicy;
  }

  @Override
  public void check(Violations violations) {
    violations.unless(
        output == null || output.segment().size().compareTo(buffer.spool()) <= 0,
        "output.segment.size",
        SEGMENT_FITS);
  }

  /** The direction to capture: as asked for, else both for pods and ingress for nodes. */
  public Direction directionInForce() {
    if (capture.direction() != null) {
      return capture.direction();
    }
    return target.pods() == null ? Direction.INGRESS : Direction.BOTH;
  }
}
