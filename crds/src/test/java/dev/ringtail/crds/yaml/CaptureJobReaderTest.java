// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Compression;
import dev.ringtail.crds.v1alpha1.DeletionPolicy;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.PlacementPolicy;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CaptureJobReaderTest {
  private static final String HEAD =
      """
      apiVersion: ringtail.dev/v1alpha1
      kind: CaptureJob
      metadata: {name: job}
      spec:
      """;

  private static final String MINIMAL =
      HEAD
          + """
            target: {nodes: {interfaces: [veth0]}}
            output: {directory: {path: out}}
          """;

  private static CaptureJob read(String document) {
    return CaptureJobReader.read(
        new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)), "job.yaml");
  }

  private static void assertRefused(String document, String message) {
    assertThatThrownBy(() -> read(document))
        .isInstanceOf(CaptureJobException.class)
        .hasMessage(message);
  }

  @Test
  void shouldFillInDefaults() {
    CaptureJobSpec spec = read(MINIMAL).getSpec();

    assertThat(spec.target().nodes().interfaces()).containsExactly("veth0");
    assertThat(spec.filter()).isNull();
    assertThat(spec.capture().point()).isEqualTo(CapturePoint.AUTO);
    assertThat(spec.capture().snapLength()).isEqualTo(262144);
    assertThat(spec.directionInForce()).isEqualTo(Direction.INGRESS);
    assertThat(spec.limits().duration().duration()).isEqualTo(Duration.ofMinutes(10));
    assertThat(spec.limits().packetsPerNode()).isNull();
    assertThat(spec.placement().policy()).isEqualTo(PlacementPolicy.OBSERVE);
    assertThat(spec.buffer().memory().bytes()).isEqualTo(268_435_456L);
    assertThat(spec.buffer().spool().bytes()).isEqualTo(4_294_967_296L);
    assertThat(spec.output().segment().size().bytes()).isEqualTo(268_435_456L);
    assertThat(spec.output().segment().interval().duration()).isEqualTo(Duration.ofSeconds(30));
    assertThat(spec.output().segment().compression()).isEqualTo(Compression.NONE);
    assertThat(spec.deletionPolicy()).isEqualTo(DeletionPolicy.DELIVER);
    assertThat(spec.stop()).isFalse();
    assertThat(spec.ttlSecondsAfterFinished()).isNull();
  }

  @Test
  void shouldReadPlainBytesAndJson() {
    CaptureJobSpec spec =
        read("""
            {"apiVersion": "ringtail.dev/v1alpha1", "kind": "CaptureJob",
             "metadata": {"name": "job", "labels": {"a": "b"}},
             "spec": {"target": {"nodes": {}}, "output": {"directory": {"path": "/tmp/x"}},
                      "limits": {"duration": "1h30m", "bytesPerNode": 1000000}}}
            """)
            .getSpec();

    assertThat(spec.limits().bytesPerNode().bytes()).isEqualTo(1_000_000);
    assertThat(spec.limits().duration().duration()).isEqualTo(Duration.ofMinutes(90));
  }

  @Test
  void shouldNameLineAndLikelyFieldWhenFieldIsUnknown() {
    assertRefused(
        MINIMAL + "  capture:\n    snapLenght: 96\n",
        "job.yaml:8:5: spec.capture.snapLenght is not a field of capture; did you mean"
            + " snapLength?");
  }

  @Test
  void shouldRefuseUnknownFieldWithoutGuessWhenNothingIsClose() {
    assertRefused(MINIMAL + "  colour: red\n", "job.yaml:7:3: spec.colour is not a field of spec");
  }

  @Test
  void shouldRefuseFieldGivenTwice() {
    assertRefused(
        MINIMAL + "  stop: false\n  stop: true\n", "job.yaml:8:3: spec.stop is given twice");
  }

  @Test
  void shouldRefuseSecondDocument() {
    assertRefused(
        MINIMAL + "---\n" + MINIMAL,
        "job.yaml:8:1: a second document starts here; one CaptureJob is expected");
  }

  @Test
  void shouldRefuseEmptyFile() {
    assertRefused("", "job.yaml: there is no document in it; a CaptureJob is expected");
  }

  @Test
  void shouldRefuseOtherKindAndVersion() {
    assertRefused(
        MINIMAL.replace("CaptureJob", "Job"), "job.yaml:2:1: kind must be CaptureJob, not \"Job\"");
    assertRefused(
        MINIMAL.replace("v1alpha1", "v1"),
        "job.yaml:1:1: apiVersion must be ringtail.dev/v1alpha1, not \"ringtail.dev/v1\"");
  }

  @Test
  void shouldRefuseWrongTypes() {
    assertRefused(
        MINIMAL + "  capture: {snapLength: 96B}\n",
        "job.yaml:7:13: spec.capture.snapLength must be a whole number, not \"96B\"");
    assertRefused(
        MINIMAL + "  stop: yes\n", "job.yaml:7:3: spec.stop must be true or false, not \"yes\"");
    assertRefused(
        MINIMAL + "  limits: 60s\n",
        "job.yaml:7:3: spec.limits must be a mapping with fields, not \"60s\"");
    assertRefused(
        MINIMAL + "  placement: {receiveCpus: 0, readerCpus: 1}\n",
        "job.yaml:7:15: spec.placement.receiveCpus must be a text, not 0; write \"0\"");
    assertRefused(
        MINIMAL + "  filter:\n",
        "job.yaml:7:3: spec.filter is empty; give it a value or leave it out");
  }

  @Test
  void shouldRefuseBadDurationsAndQuantities() {
    String duration = "spec.limits.duration must be 1s to 168h, written like 60s, 10m or 1h30m";
    String memory = "spec.buffer.memory must be 1Mi to 64Gi, written like 256Mi, 4G or plain bytes";
    assertRefused(
        MINIMAL + "  limits: {duration: -5s}\n", "job.yaml:7:22: " + duration + ", not \"-5s\"");
    assertRefused(
        MINIMAL + "  limits: {duration: 60}\n", "job.yaml:7:12: " + duration + ", not 60");
    assertRefused(MINIMAL + "  limits: {duration: 169h}\n", "job.yaml:7:12: " + duration);
    assertRefused(
        MINIMAL + "  buffer: {memory: 256MB}\n", "job.yaml:7:20: " + memory + ", not \"256MB\"");
    assertRefused(MINIMAL + "  buffer: {memory: 1000}\n", "job.yaml:7:12: " + memory);
  }

  @Test
  void shouldSuggestEnumValue() {
    assertRefused(
        MINIMAL + "  placement: {policy: observe}\n",
        "job.yaml:7:15: spec.placement.policy must be one of Observe, Same, Split, Auto, not"
            + " \"observe\"; did you mean Observe?");
  }

  @Test
  void shouldRefuseBothTargetsAndNone() {
    assertRefused(
        HEAD
            + "  target:\n    nodes: {}\n    pods: {selector: {}}\n  output: {directory: {path: o}}\n",
        "job.yaml:5:3: spec.target: name exactly one of nodes and pods");
    assertRefused(
        HEAD + "  target: {}\n  output: {directory: {path: o}}\n",
        "job.yaml:5:3: spec.target: name exactly one of nodes and pods");
  }

  @Test
  void shouldRefuseBothFilterLanguages() {
    assertRefused(
        MINIMAL + "  filter: {chain: eth, pcap: tcp}\n",
        "job.yaml:7:3: spec.filter: name exactly one of chain and pcap; leave filter out to capture"
            + " every packet");
  }

  @Test
  void shouldRefuseMissingField() {
    assertRefused(HEAD + "  target: {nodes: {}}\n", "job.yaml:4:1: spec.output is required");
    assertRefused(
        HEAD + "  target: {nodes: {}}\n  output: {s3: {}}\n",
        "job.yaml:6:12: spec.output.s3.bucket is required");
  }

  @Test
  void shouldRefuseTextThatIsNotYaml() {
    assertThatThrownBy(() -> read(HEAD + "\ttarget: {}\n"))
        .hasMessageStartingWith("job.yaml:5:1: is not YAML: found character");
  }

  @Test
  void shouldRefuseMissingFile() {
    assertThatThrownBy(() -> CaptureJobReader.read(Path.of("absent.yaml")))
        .hasMessage("absent.yaml: there is no such file");
  }

  @Test
  void shouldReadWhatKubectlPrints() {
    CaptureJob job =
        read(
            MINIMAL.replace(
                    "{name: job}",
                    "{name: job, namespace: shop, uid: u-1, generation: 2, managedFields: []}")
                + "status: {phase: Completed}\n");

    assertThat(job.getMetadata().getNamespace()).isEqualTo("shop");
    assertThat(job.getMetadata().getUid()).isEqualTo("u-1");
  }
}
