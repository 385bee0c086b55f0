// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Stacks and how often each was seen: the thread, then frames from the root on, joined by {@code
 * ;}, the form that flame graph tools read ("collapsed").
 *
 * @param counts samples by stack
 */
record Stacks(Map<String, Long> counts) {
  static final String CPU_TIME = "jdk.CPUTimeSample";
  static final String SAMPLE = "jdk.ExecutionSample";
  static final String NATIVE_SAMPLE = "jdk.NativeMethodSample";

  private static final Set<String> SAMPLES = Set.of(CPU_TIME, SAMPLE, NATIVE_SAMPLE);
  private static final String NO_STACK = "[no Java stack]";

  Stacks {
    counts = Collections.unmodifiableMap(new TreeMap<>(counts));
  }

  /** Those of a recording. */
  static Stacks of(Path recording) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (SAMPLES.contains(event.getEventType().getName())) {
          counts.merge(stack(event), 1L, Long::sum);
        }
      }
    }
    return new Stacks(counts);
  }

  private static String stack(RecordedEvent event) {
    List<String> names = new ArrayList<>();
    if (event.getStackTrace() == null) {
      names.add(NO_STACK);
    } else {
      event.getStackTrace().getFrames().forEach(frame -> names.add(name(frame)));
    }
    names.add(threadName(event));
    return String.join(";", names.reversed());
  }

  private static String threadName(RecordedEvent event) {
    String field = event.hasField("sampledThread") ? "sampledThread" : "eventThread";
    RecordedThread thread = event.getThread(field);
    String name = thread == null ? null : thread.getJavaName();
    return name == null ? "JVM" : name.replace(';', ',');
  }

  private static String name(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    return method == null ? "?" : method.getType().getName() + "." + method.getName();
  }

  long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** A line per stack: the stack, a space, the count. */
  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
