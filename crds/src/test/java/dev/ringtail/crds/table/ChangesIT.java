// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobStatus;
import dev.ringtail.crds.v1alpha1.Phase;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may change in a job that exists. */
class ChangesIT extends DesignJob {
  private void patch(String spec) {
    job.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":%s}".formatted(spec));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "target|{\"target\":{\"nodes\":{\"interfaces\":[\"eth1\"]}}}",
        "capture|{\"capture\":{\"snapLength\":96}}",
        "placement|{\"placement\":{\"policy\":\"Same\"}}",
        "buffer|{\"buffer\":{\"memory\":\"512Mi\"}}",
        "output|{\"output\":{\"s3\":{\"bucket\":\"another\"}}}",
        "deletionPolicy|{\"deletionPolicy\":\"Discard\"}"
      })
  void shouldRefuseChangeOfWhatIsFixed(String field, String spec) {
    assertThatThrownBy(() -> patch(spec))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec.%s: Invalid value".formatted(field))
        .hasMessageContaining(field + " cannot be changed once the job exists; create another job");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"filter\":{\"chain\":\"eth/arp\"}}",
        "{\"filter\":{\"chain\":null,\"pcap\":\"arp\"}}",
        "{\"filter\":null}",
        "{\"limits\":{\"duration\":\"2h\",\"packetsPerNode\":null}}",
        "{\"ttlSecondsAfterFinished\":null}",
        "{\"stop\":true}"
      })
  void shouldAcceptChangeOfWhatMayChange(String spec) {
    patch(spec);

    assertThat(job.get().getMetadata().getGeneration()).isEqualTo(2);
  }

  @Test
  void shouldRefuseToTakeStopBack() {
    patch("{\"stop\":true}");

    assertThatThrownBy(() -> patch("{\"stop\":false}"))
        .hasMessageContaining("stop never goes back to false; create another job to capture again");
  }

  @Test
  void shouldRefuseNewLimitsAndFilterWhenFinished() {
    CaptureJob finished = job.get();
    finished.setStatus(new CaptureJobStatus(1L, Phase.COMPLETED, null, null, null, null, null));
    client.resource(finished).updateStatus();

    String message =
        "filter and limits can be changed only while the job runs; this one has finished";
    assertThatThrownBy(() -> patch("{\"limits\":{\"duration\":\"2h\"}}"))
        .hasMessageContaining(message);
    assertThatThrownBy(() -> patch("{\"filter\":null}")).hasMessageContaining(message);
    patch("{\"ttlSecondsAfterFinished\":1}");
    assertThat(job.get().getSpec().ttlSecondsAfterFinished()).isEqualTo(1);
  }
}
