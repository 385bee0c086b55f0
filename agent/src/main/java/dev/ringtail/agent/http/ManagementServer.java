// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Answers on the loopback address while a capture runs, and notes its port in the spool folder.
 * Whatever takes time happens on workers of its own; after {@link #close} nothing of the capture is
 * read any more.
 */
public final class ManagementServer implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int WORKERS = 3;
  private static final long LONGEST_START_S = 20;
  private static final long LONGEST_STOP_S = 5;

  private final HttpServer server;
  private final Optional<Vertx> own;
  private final Answers answers;
  private final Path spool;

  private ManagementServer(HttpServer server, Optional<Vertx> own, Answers answers, Path spool) {
    this.server = server;
    this.own = own;
    this.answers = answers;
    this.spool = spool;
  }

  /**
   * Returns when it answers.
   *
   * @param port 0: any that is free
   * @param spool the capture's spool folder
   * @param run the capture's run
   * @param source what there is to tell
   * @throws ManagementException when the port is taken
   */
  public static ManagementServer start(int port, Path spool, String run, StatusSource source)
      throws ManagementException {
    Vertx own = vertx();
    try {
      return start(own, Optional.of(own), port, spool, run, source);
    } catch (ManagementException e) {
      own.close();
      throw e;
    }
  }

  /**
   * On the threads of others, who end them.
   *
   * @throws ManagementException when the port is taken
   */
  public static ManagementServer start(
      Vertx shared, int port, Path spool, String run, StatusSource source)
      throws ManagementException {
    return start(shared, Optional.empty(), port, spool, run, source);
  }

  private static ManagementServer start(
      Vertx vertx, Optional<Vertx> own, int port, Path spool, String run, StatusSource source)
      throws ManagementException {
    Answers answers = new Answers(source);
    try {
      HttpServer server =
          await(
              vertx
                  .createHttpServer()
                  .requestHandler(request -> handle(vertx, answers, request))
                  .listen(port, LOOPBACK),
              LONGEST_START_S);
      new ManagementAddress(ProcessHandle.current().pid(), server.actualPort(), run)
          .announce(spool);
      return new ManagementServer(server, own, answers, spool);
    } catch (IOException | ExecutionException | TimeoutException e) {
      Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
      throw new ManagementException(
          "the management endpoint cannot listen on %s:%d: %s; name another port with"
                  .formatted(LOOPBACK, port, cause.getMessage())
              + " --management-port, 0 for any that is free",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagementException("the management endpoint was interrupted at its start", e);
    }
  }

  /** One event loop and few workers: what an agent needs. */
  public static Vertx vertx() {
    return Vertx.vertx(options());
  }

  private static VertxOptions options() {
    return new VertxOptions()
        .setEventLoopPoolSize(1)
        .setWorkerPoolSize(WORKERS)
        .setInternalBlockingPoolSize(1)
        .setBlockedThreadCheckIntervalUnit(TimeUnit.HOURS)
        .setBlockedThreadCheckInterval(1)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  private static void handle(Vertx vertx, Answers answers, HttpServerRequest request) {
    if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
      send(request, Answer.text(405, "only GET is answered here"));
      return;
    }
    vertx
        .executeBlocking(() -> answers.to(request.path(), request::getParam), false)
        .onSuccess(answer -> send(request, answer))
        .onFailure(e -> send(request, Answer.text(500, e.toString())));
  }

  private static void send(HttpServerRequest request, Answer answer) {
    request
        .response()
        .setStatusCode(answer.status())
        .putHeader("content-type", answer.type())
        .end(io.vertx.core.buffer.Buffer.buffer(answer.body()));
  }

  private static <T> T await(Future<T> future, long seconds)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
  }

  /** Where it listens on the loopback address. */
  public int port() {
    return server.actualPort();
  }

  @Override
  public void close() {
    answers.end();
    try {
      ManagementAddress.forget(spool);
      await(own.map(Vertx::close).orElseGet(server::close), LONGEST_STOP_S);
    } catch (IOException | ExecutionException | TimeoutException e) {
      // The process ends soon, and with it what is left.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
