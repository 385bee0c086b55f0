// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/**
 * Stands in front of an HTTP server and passes everything on, but for the requests for which a
 * fault was ordered.
 */
public final class FaultyProxy implements AutoCloseable {
  private static final String EXPECT = "Expect";
  private static final int CONTINUE = 100;
  private static final int NO_CONTENT = 204;

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final String scheme;
  private final List<Order> orders = new CopyOnWriteArrayList<>();
  private final List<HttpHead> seen = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Semaphore unanswered = new Semaphore(0);
  private volatile boolean down;

  /** Over plain TCP. */
  public FaultyProxy(InetSocketAddress server) throws IOException {
    this(server, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "http");
  }

  /** At a place of its clients' choosing, such as another network namespace. */
  public FaultyProxy(InetSocketAddress server, ServerSocket listener) {
    this(server, listener, "http");
  }

  /** Speaks TLS to its clients. */
  public FaultyProxy(InetSocketAddress server, SSLContext tls) throws IOException {
    this(
        server,
        tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
        "https");
  }

  private FaultyProxy(InetSocketAddress server, ServerSocket listener, String scheme) {
    this.server = server;
    this.listener = listener;
    this.scheme = scheme;
    Thread.ofVirtual().start(this::accept);
  }

  public URI endpoint() {
    return URI.create("%s://127.0.0.1:%d".formatted(scheme, listener.getLocalPort()));
  }

  /** Orders a fault for the next requests of a kind. */
  public FaultyProxy next(int times, Predicate<HttpHead> kind, Fault fault) {
    orders.add(new Order(new AtomicInteger(times), kind, fault));
    return this;
  }

  /** Orders a fault for all further requests of a kind. */
  public FaultyProxy always(Predicate<HttpHead> kind, Fault fault) {
    return next(Integer.MAX_VALUE, kind, fault);
  }

  /** Takes back all orders. */
  public void heal() {
    orders.clear();
  }

  /** Resets every connection, now and while it is down. */
  public void down(boolean isDown) {
    down = isDown;
    if (isDown) {
      open.forEach(FaultyProxy::reset);
    }
  }

  /** Waits until a {@link Fault.Unanswered} has come about. */
  public boolean awaitUnanswered(long seconds) throws InterruptedException {
    return unanswered.tryAcquire(seconds, TimeUnit.SECONDS);
  }

  /** The requests so far. */
  public List<HttpHead> seen() {
    return new ArrayList<>(seen);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        if (down || listener.isClosed()) {
          reset(client); // The listener accepts for a moment after its end.
        } else {
          Thread.ofVirtual().start(() -> serve(client));
        }
      } catch (IOException e) {
        // Closed, or a handshake that the client broke off.
      }
    }
  }

  private void serve(Socket client) {
    try (Socket upstream = new Socket(server.getAddress(), server.getPort())) {
      open.add(upstream);
      InputStream in = new BufferedInputStream(client.getInputStream());
      OutputStream out = new BufferedOutputStream(client.getOutputStream());
      for (Optional<HttpHead> head = HttpHead.read(in);
          head.isPresent();
          head = HttpHead.read(in)) {
        seen.add(head.get());
        exchange(head.get(), in, out, client, upstream);
      }
    } catch (IOException e) {
      reset(client);
    } finally {
      open.remove(client);
    }
  }

  private void exchange(
      HttpHead request, InputStream in, OutputStream out, Socket client, Socket upstream)
      throws IOException {
    OutputStream toServer = new BufferedOutputStream(upstream.getOutputStream());
    switch (ordered(request)) {
      case Fault.Answer answer -> {
        invite(request, out);
        request.copyBody(in, OutputStream.nullOutputStream(), Long.MAX_VALUE);
        write(answer, request, out);
      }
      case Fault.Stall _ -> {
        invite(request, out);
        request.copyBody(in, OutputStream.nullOutputStream(), Long.MAX_VALUE);
        in.read();
        throw new IOException("the client gave up");
      }
      case Fault.Reset reset -> {
        invite(request, out);
        request.without(EXPECT).write(toServer);
        request.copyBody(in, toServer, reset.afterBytes());
        throw new IOException("reset as ordered");
      }
      case Fault.Unanswered _ -> {
        invite(request, out);
        pass(
            request.without(EXPECT),
            in,
            toServer,
            upstream,
            OutputStream.nullOutputStream(),
            head -> head);
        unanswered.release();
        in.read();
        throw new IOException("the client gave up");
      }
      case Fault.LostAnswer _ -> {
        invite(request, out);
        pass(
            request.without(EXPECT),
            in,
            toServer,
            upstream,
            OutputStream.nullOutputStream(),
            head -> head);
        throw new IOException("reset as ordered");
      }
      case Fault.Slow slow -> {
        LockSupport.parkNanos(slow.delay().toNanos());
        pass(request, in, toServer, upstream, out, head -> head);
      }
      case Fault.Edit edit -> pass(request, in, toServer, upstream, out, edit.head());
      case Fault.EditBody edit -> {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        invite(request, out);
        pass(request.without(EXPECT), in, toServer, upstream, answer, head -> head);
        out.write(
            edit.body()
                .apply(answer.toString(StandardCharsets.ISO_8859_1))
                .getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
      }
    }
  }

  /** Lets a client send its body that has asked first. */
  private static void invite(HttpHead request, OutputStream out) throws IOException {
    if (isExpectant(request)) {
      out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }
  }

  private static boolean isExpectant(HttpHead request) {
    return request.field(EXPECT).isPresent();
  }

  private static HttpHead answer(InputStream fromServer) throws IOException {
    return HttpHead.read(fromServer).orElseThrow(() -> new IOException("the server hung up"));
  }

  private Fault ordered(HttpHead request) {
    for (Order order : orders) {
      if (order.kind.test(request) && order.left.getAndDecrement() > 0) {
        return order.fault;
      }
    }
    return new Fault.Edit(head -> head);
  }

  private static void pass(
      HttpHead request,
      InputStream in,
      OutputStream toServer,
      Socket upstream,
      OutputStream out,
      UnaryOperator<HttpHead> edit)
      throws IOException {
    InputStream fromServer = new BufferedInputStream(upstream.getInputStream());
    request.write(toServer);
    toServer.flush();
    HttpHead answer = null;
    if (isExpectant(request)) {
      answer = answer(fromServer);
      if (answer.status() == CONTINUE) {
        invite(request, out);
        answer = null;
      }
    }
    if (answer == null) {
      request.copyBody(in, toServer, Long.MAX_VALUE);
      answer = answer(fromServer);
    }
    edit.apply(answer).write(out);
    if (!request.method().equals("HEAD") && answer.status() != NO_CONTENT) {
      answer.copyBody(fromServer, out, Long.MAX_VALUE);
    }
    out.flush();
  }

  private static void write(Fault.Answer answer, HttpHead request, OutputStream out)
      throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    List<String> fields = new ArrayList<>(answer.fields());
    fields.add("Content-Length: " + body.length);
    fields.add("Content-Type: application/xml");
    new HttpHead("HTTP/1.1 " + answer.status() + " Ordered", fields).write(out);
    if (!request.method().equals("HEAD")) {
      out.write(body);
    }
    out.flush();
  }

  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // Gone already.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    open.forEach(FaultyProxy::reset);
  }

  private record Order(AtomicInteger left, Predicate<HttpHead> kind, Fault fault) {}
}
