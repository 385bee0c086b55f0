// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.placement.PlacementReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManifestTest {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  @Test
  void shouldComeBackAsItWasWritten() throws IOException {
    Manifest manifest = ofRun("run-0", true);

    assertThat(MAPPER.readValue(manifest.toJson(), Manifest.class).toJson())
        .asString()
        .isEqualTo(new String(manifest.toJson(), StandardCharsets.UTF_8));
  }

  @Test
  void shouldBeLosslessOnlyIfEveryRunWas() {
    Manifest both = Manifest.of(List.of(ofRun("run-0", false), ofRun("run-1", true)));

    assertThat(both.runs()).extracting(Manifest.Run::run).containsExactly("run-0", "run-1");
    assertThat(both.objects())
        .extracting(Manifest.Listed::key)
        .containsExactly("a/run-0.pcapng", "a/run-1.pcapng");
    assertThat(both.complete()).isTrue();
    assertThat(both.lossless()).isFalse();
  }

  private static Manifest ofRun(String name, boolean lossless) {
    Map<String, Long> terms = Map.of("seen", 7L);
    return new Manifest(
        Manifest.VERSION,
        "shop",
        "checkout",
        "0b7d",
        "node-1",
        true,
        lossless,
        List.of(
            new Manifest.Run(
                name,
                "2026-11-30T12:00:00Z",
                "2026-11-30T12:01:00Z",
                "stopped",
                lossless,
                "1",
                "6.18",
                new Manifest.Clock("tai", 37, true),
                List.of(),
                List.of(new Manifest.Filter("pcap", "tcp", "2026-11-30T12:00:00Z")),
                new Manifest.Placement(
                    "Observe", List.of(), List.of(), PlacementReport.NONE, List.of()),
                new Manifest.Funnel(Map.of("eth0", terms), terms),
                List.of("a note"),
                List.of())),
        List.of(
            new Manifest.Listed(
                "a/" + name + ".pcapng",
                100,
                "00",
                null,
                null,
                Map.of("eth0", 7L),
                "2026-11-30T12:00:00Z",
                "2026-11-30T12:01:00Z")));
  }
}
