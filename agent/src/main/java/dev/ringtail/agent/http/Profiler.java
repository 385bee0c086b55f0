// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/**
 * Samples where this process spends CPU time, by Java Flight Recorder: by CPU-time timers where the
 * JVM has them (JEP 509), which also see time in native code, else by its sampler. One profile at a
 * time.
 */
final class Profiler {
  private static final String PERIOD = "10ms";

  private final AtomicBoolean busy = new AtomicBoolean();

  /** What to make of a recording. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(Path recording) throws IOException;
  }

  /** The recording itself; empty when another one is being made. */
  Optional<byte[]> recording(Duration duration) throws IOException, InterruptedException {
    return during(duration, Files::readAllBytes);
  }

  /** The stacks seen; empty when another profile is being made. */
  Optional<Stacks> stacks(Duration duration) throws IOException, InterruptedException {
    return during(duration, Stacks::of);
  }

  private <T> Optional<T> during(Duration duration, Reading<T> reading)
      throws IOException, InterruptedException {
    if (!busy.compareAndSet(false, true)) {
      return Optional.empty();
    }
    Path file = Files.createTempFile("ringtail-profile-", ".jfr");
    try (Recording recording = new Recording()) {
      if (hasCpuTimer()) {
        recording.enable(Stacks.CPU_TIME).with("throttle", PERIOD);
      } else {
        recording.enable(Stacks.SAMPLE).with("period", PERIOD);
        recording.enable(Stacks.NATIVE_SAMPLE).with("period", PERIOD);
      }
      recording.setToDisk(true);
      recording.start();
      Thread.sleep(duration);
      recording.stop();
      recording.dump(file);
      return Optional.of(reading.of(file));
    } finally {
      Files.deleteIfExists(file);
      busy.set(false);
    }
  }

  private static boolean hasCpuTimer() {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .anyMatch(type -> type.getName().equals(Stacks.CPU_TIME));
  }
}
