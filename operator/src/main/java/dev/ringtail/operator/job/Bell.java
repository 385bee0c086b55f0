// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import java.util.Set;

/** Has jobs looked at when something is done that no watch tells. */
final class Bell extends AbstractEventSource<CaptureJob, CaptureJob> {
  Bell() {
    super(CaptureJob.class, "bell");
  }

  /** Has the job looked at soon. */
  void ring(ResourceID job) {
    if (isRunning()) {
      getEventHandler().handleEvent(new Event(job));
    }
  }

  @Override
  public Set<CaptureJob> getSecondaryResources(CaptureJob job) {
    return Set.of();
  }
}
