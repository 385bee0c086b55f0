// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.status.AgentStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What each path answers. Safe to call from several threads. */
final class Answers {
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String JSON_TYPE = "application/json";
  private static final String DEFAULT_SECONDS = "30";
  private static final int LONGEST_SECONDS = 300;
  static final Map<String, String> PATHS =
      Map.of(
          "/metrics", "metrics in Prometheus' format",
          "/healthz", "200 while the agent is well",
          "/readyz", "200 while packets are captured",
          "/funnel", "everything that is counted, as JSON",
          "/debug/profile", "?seconds=30&format=jfr, collapsed or svg: where CPU time goes");

  private final StatusSource source;
  private final ObjectMapper mapper = new ObjectMapper();
  private final Profiler profiler = new Profiler();

  /** Made when first asked for: its classes take as long to load as all the rest. */
  private AgentMetrics metrics;

  private boolean ended;

  Answers(StatusSource source) {
    this.source = source;
  }

  /**
   * @param parameters of the query, null where absent
   */
  Answer to(String path, UnaryOperator<String> parameters)
      throws IOException, InterruptedException {
    return switch (path) {
      case "/metrics" -> told(this::metrics);
      case "/healthz" -> told(Answers::health);
      case "/readyz" -> told(Answers::readiness);
      case "/funnel" -> told(this::funnel);
      case "/debug/profile" -> profile(parameters);
      case "/" -> Answer.of(200, Answer.TEXT, index());
      default -> Answer.text(404, "there is no " + path + " here; / lists what there is");
    };
  }

  /** Waits for an answer that is being made; from then on nothing is read any more. */
  synchronized void end() {
    ended = true;
  }

  private synchronized Answer told(Function<AgentStatus, Answer> teller) {
    return ended ? Answer.text(503, "the capture has ended") : teller.apply(source.status());
  }

  private Answer metrics(AgentStatus status) {
    if (metrics == null) {
      metrics = new AgentMetrics();
    }
    return Answer.of(200, METRICS_TYPE, metrics.scrape(status));
  }

  private static Answer health(AgentStatus status) {
    return status.isHealthy() ? Answer.text(200, "well") : Answer.text(503, status.failure());
  }

  private static Answer readiness(AgentStatus status) {
    return switch (status.phase()) {
      case CAPTURING -> Answer.text(200, "capturing");
      case STARTING -> Answer.text(503, "starting");
      case DELIVERING -> Answer.text(503, "detached, delivering");
    };
  }

  private Answer funnel(AgentStatus status) {
    try {
      return Answer.of(200, JSON_TYPE, mapper.writeValueAsString(status));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a status of plain values cannot be written as JSON", e);
    }
  }

  private Answer profile(UnaryOperator<String> parameters)
      throws IOException, InterruptedException {
    String text = orElse(parameters.apply("seconds"), DEFAULT_SECONDS);
    if (!text.matches("\\d{1,3}") || !isDuration(Integer.parseInt(text))) {
      return Answer.text(400, "seconds=%s: take 1 to %d".formatted(text, LONGEST_SECONDS));
    }
    Duration duration = Duration.ofSeconds(Integer.parseInt(text));
    String format = orElse(parameters.apply("format"), "jfr");
    return switch (format) {
      case "jfr" ->
          made(
              profiler.recording(duration),
              recording -> new Answer(200, "application/octet-stream", recording));
      case "collapsed" ->
          made(profiler.stacks(duration), stacks -> Answer.of(200, Answer.TEXT, stacks.toString()));
      case "svg" ->
          made(
              profiler.stacks(duration),
              stacks -> Answer.of(200, "image/svg+xml", FlameGraph.draw(stacks)));
      default -> Answer.text(400, "format=" + format + ": take jfr, collapsed or svg");
    };
  }

  private static <T> Answer made(Optional<T> profile, Function<T, Answer> form) {
    return profile
        .map(form)
        .orElseGet(() -> Answer.text(409, "a profile is being made; try again when it is done"));
  }

  private static boolean isDuration(int seconds) {
    return seconds >= 1 && seconds <= LONGEST_SECONDS;
  }

  private static String orElse(String given, String otherwise) {
    return given == null ? otherwise : given;
  }

  private static String index() {
    StringBuilder index = new StringBuilder("Ringtail agent\n");
    PATHS.keySet().stream()
        .sorted()
        .forEach(path -> index.append("%-15s %s%n".formatted(path, PATHS.get(path))));
    return index.toString();
  }
}
