// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.event;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.operator.model.JobNames;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes Events about jobs. An Event's name follows from what it says, so that a repeated
 * reconciliation, or another leader, does not tell it twice.
 */
public final class JobEvents {
  private static final Logger LOG = LoggerFactory.getLogger(JobEvents.class);
  private static final String COMPONENT = "ringtail-operator";
  private static final int LONGEST_NOTE = 1024;
  private static final int LONGEST_NAME = 240;

  private final KubernetesClient client;
  private final String instance;
  private final Clock clock;

  /**
   * @param instance the operator's pod
   */
  public JobEvents(KubernetesClient client, String instance, Clock clock) {
    this.client = client;
    this.instance = instance;
    this.clock = clock;
  }

  /** Tells what has happened to the job; a failure to do so is logged and nothing more. */
  public void tell(CaptureJob job, EventReason reason, String message) {
    try {
      client.resource(event(job, reason, message)).create();
      LOG.info(
          "{}/{}: {}: {}",
          job.getMetadata().getNamespace(),
          job.getMetadata().getName(),
          reason.text(),
          message);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        LOG.warn("the Event {} cannot be written: {}", reason.text(), e.getMessage());
      }
    }
  }

  private Event event(CaptureJob job, EventReason reason, String message) {
    String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    String name = job.getMetadata().getName();
    return new EventBuilder()
        .withNewMetadata()
        .withName(
            "%s.%s"
                .formatted(
                    name.substring(0, Math.min(name.length(), LONGEST_NAME)),
                    JobNames.hash(job.getMetadata().getUid() + reason.text() + message)))
        .withNamespace(job.getMetadata().getNamespace())
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion(job.getApiVersion())
        .withKind(job.getKind())
        .withNamespace(job.getMetadata().getNamespace())
        .withName(name)
        .withUid(job.getMetadata().getUid())
        .withResourceVersion(job.getMetadata().getResourceVersion())
        .endInvolvedObject()
        .withType(reason.type())
        .withReason(reason.text())
        .withMessage(message.substring(0, Math.min(message.length(), LONGEST_NOTE)))
        .withFirstTimestamp(now)
        .withLastTimestamp(now)
        .withCount(1)
        .withReportingComponent(COMPONENT)
        .withReportingInstance(instance)
        .withNewSource()
        .withComponent(COMPONENT)
        .endSource()
        .build();
  }
}
