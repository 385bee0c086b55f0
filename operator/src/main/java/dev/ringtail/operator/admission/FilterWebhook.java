// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ringtail.operator.model.FilterCheck;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SSLOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for AdmissionReviews at {@code /validate}, with a certificate that is read again when its
 * files change.
 */
public final class FilterWebhook implements AutoCloseable {
  /** The path that the webhook's configuration names. */
  public static final String PATH = "/validate";

  private static final Logger LOG = LoggerFactory.getLogger(FilterWebhook.class);

  private final Vertx vertx;
  private final Path folder;
  private final FilterReview review;
  private final HttpServer server;
  private final long timer;
  private byte[] certificate;

  /**
   * @param port 0 takes any that is free
   * @param folder with tls.crt and tls.key
   * @param lookAgain how often to look for another certificate
   */
  public FilterWebhook(
      Vertx vertx, int port, Path folder, FilterCheck filters, Duration lookAgain) {
    this.vertx = vertx;
    this.folder = folder;
    this.review = new FilterReview(filters);
    this.certificate = read("tls.crt");
    this.server =
        vertx
            .createHttpServer(new HttpServerOptions().setSsl(true).setKeyCertOptions(keyPair()))
            .requestHandler(this::answer);
    try {
      server.listen(port).toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new IllegalStateException(
          "the webhook cannot listen on port %d: %s".formatted(port, e.getCause().getMessage()), e);
    }
    this.timer = vertx.setPeriodic(lookAgain.toMillis(), id -> renew());
  }

  /** The port that is listened on. */
  public int port() {
    return server.actualPort();
  }

  @Override
  public void close() {
    vertx.cancelTimer(timer);
    server.close().toCompletionStage().toCompletableFuture().join();
  }

  private PemKeyCertOptions keyPair() {
    return new PemKeyCertOptions()
        .setCertValue(Buffer.buffer(certificate))
        .setKeyValue(Buffer.buffer(read("tls.key")));
  }

  private byte[] read(String name) {
    try {
      return Files.readAllBytes(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the webhook's %s in RINGTAIL_WEBHOOK_CERTIFICATE=%s cannot be read"
              .formatted(name, folder),
          e);
    }
  }

  /** Small files on a tmpfs: reading them does not hold up the event loop. */
  private void renew() {
    try {
      byte[] now = read("tls.crt");
      if (!Arrays.equals(now, certificate)) {
        certificate = now;
        server
            .updateSSLOptions(new SSLOptions().setKeyCertOptions(keyPair()))
            .onSuccess(done -> LOG.info("the webhook has another certificate now"))
            .onFailure(cause -> LOG.error("the webhook's new certificate is not good", cause));
      }
    } catch (UncheckedIOException e) {
      LOG.error("the webhook keeps its certificate", e);
    }
  }

  private void answer(HttpServerRequest request) {
    if (request.method() != HttpMethod.POST || !request.path().equals(PATH)) {
      request.response().setStatusCode(404).end("POST an AdmissionReview to " + PATH + "\n");
      return;
    }
    request
        .body()
        .compose(
            body -> {
              Callable<String> work = () -> review.answer(body.toString());
              return vertx.executeBlocking(work, false);
            })
        .onSuccess(
            answer -> request.response().putHeader("Content-Type", "application/json").end(answer))
        .onFailure(
            cause ->
                request
                    .response()
                    .setStatusCode(cause instanceof JsonProcessingException ? 400 : 500)
                    .end(cause.getMessage() + "\n"));
  }
}
