// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Answers {@code /metrics}, {@code /healthz} and {@code /readyz}. */
public final class ManagementServer implements AutoCloseable {
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  private final Vertx vertx;
  private final HttpServer server;
  private final OperatorMetrics metrics;
  private final Figures figures;
  private final Supplier<Optional<String>> ailment;
  private final Supplier<Boolean> ready;

  /**
   * @param port 0 takes any that is free
   * @param ailment what is wrong with the operator, if anything is
   * @param ready whether all that is watched has been listed
   */
  public ManagementServer(
      Vertx vertx,
      int port,
      OperatorMetrics metrics,
      Figures figures,
      Supplier<Optional<String>> ailment,
      Supplier<Boolean> ready) {
    this.vertx = vertx;
    this.metrics = metrics;
    this.figures = figures;
    this.ailment = ailment;
    this.ready = ready;
    this.server = vertx.createHttpServer().requestHandler(this::answer);
    try {
      server.listen(port).toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new IllegalStateException(
          "port %d cannot be listened on: %s; set RINGTAIL_HTTP_PORT to another"
              .formatted(port, e.getCause().getMessage()),
          e);
    }
  }

  /** The port that is listened on. */
  public int port() {
    return server.actualPort();
  }

  @Override
  public void close() {
    server.close().toCompletionStage().toCompletableFuture().join();
  }

  private record Answer(int status, String type, String body) {}

  private void answer(HttpServerRequest request) {
    Callable<Answer> work = () -> answerTo(request.path());
    vertx
        .executeBlocking(work, false)
        .onSuccess(
            answer ->
                request
                    .response()
                    .setStatusCode(answer.status())
                    .putHeader("Content-Type", answer.type())
                    .end(answer.body()))
        .onFailure(cause -> request.response().setStatusCode(500).end(cause.getMessage() + "\n"));
  }

  private Answer answerTo(String path) {
    boolean isReady = ready.get();
    return switch (path) {
      case "/metrics" ->
          isReady
              ? new Answer(200, METRICS_TYPE, metrics.scrape(figures))
              : new Answer(503, TEXT, "starting\n");
      case "/healthz" ->
          ailment
              .get()
              .map(what -> new Answer(503, TEXT, what + "\n"))
              .orElse(new Answer(200, TEXT, "well\n"));
      case "/readyz" ->
          isReady ? new Answer(200, TEXT, "ready\n") : new Answer(503, TEXT, "starting\n");
      default -> new Answer(404, TEXT, "/metrics, /healthz and /readyz are here\n");
    };
  }
}
