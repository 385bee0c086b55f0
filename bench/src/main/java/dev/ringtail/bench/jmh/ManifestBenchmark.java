// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.jmh;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.ringtail.agent.manifest.Manifest;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A manifest of a hundred objects: with a mapper of its own, and with the one that is kept. */
@State(Scope.Thread)
public class ManifestBenchmark {
  private static final int OBJECTS = 100;

  private final Manifest manifest =
      new Manifest(
          Manifest.VERSION,
          "shop",
          "checkout-443",
          "0f5c1a52-7d3e-4d6f-9f55-0d6a5be2b1c3",
          "node-1",
          true,
          true,
          List.of(),
          IntStream.range(0, OBJECTS).mapToObj(ManifestBenchmark::object).toList());

  private static Manifest.Listed object(int number) {
    return new Manifest.Listed(
        "captures/shop/job-0f5c1a52/node-1/20261130T120000Z-0-%06d.pcapng".formatted(number),
        268_435_456L,
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        null,
        null,
        Map.of("eth0", 1_000_000L + number),
        "2026-11-30T12:00:00.000000001Z",
        "2026-11-30T12:00:30.000000001Z");
  }

  /** The obvious way. */
  @Benchmark
  public byte[] naive() throws JsonProcessingException {
    return new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValueAsBytes(manifest);
  }

  /** Ours. */
  @Benchmark
  public byte[] kept() {
    return manifest.toJson();
  }
}
