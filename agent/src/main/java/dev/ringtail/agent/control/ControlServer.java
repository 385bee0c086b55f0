// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.capture.LiveFilter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers on the socket of a spool folder while a capture runs, on a thread of its own, one
 * connection after the other: a line of JSON each way, {@link Request} and {@link Reply}.
 */
public final class ControlServer implements AutoCloseable {
  private static final long PAUSE_NS = 10_000_000;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path spool;
  private final CaptureControl control;
  private final ServerSocketChannel socket;
  private final Thread thread;

  private ControlServer(Path spool, CaptureControl control, ServerSocketChannel socket) {
    this.spool = spool;
    this.control = control;
    this.socket = socket;
    this.thread = Thread.ofPlatform().name("ringtail-control").daemon().start(this::run);
  }

  /**
   * @param spool the capture's spool folder
   * @param filter what is changed
   * @throws IOException when the folder's file system has no sockets
   */
  public static ControlServer start(Path spool, LiveFilter filter) throws IOException {
    return new ControlServer(spool, new CaptureControl(filter), ControlSocket.listen(spool));
  }

  private void run() {
    while (socket.isOpen()) {
      try (SocketChannel asker = socket.accept()) {
        answer(asker);
      } catch (IOException e) {
        // This server is being closed, or the asker has gone; the next one is heard.
        LockSupport.parkNanos(PAUSE_NS);
      }
    }
  }

  private void answer(SocketChannel asker) throws IOException {
    byte[] line = Lines.read(Channels.newInputStream(asker));
    Reply reply;
    try {
      reply = control.answer(MAPPER.readValue(line, Request.class));
    } catch (JsonProcessingException e) {
      reply = Reply.wrong("this agent does not know such a request; use its own ringtail-agent");
    } catch (RuntimeException e) {
      reply = Reply.refused("a fault of Ringtail's own, please report it: " + e);
    }
    Lines.write(Channels.newOutputStream(asker), MAPPER.writeValueAsBytes(reply));
  }

  @Override
  public void close() {
    try {
      ControlSocket.forget(spool);
      socket.close();
      thread.interrupt();
      thread.join();
    } catch (IOException e) {
      // The socket's file is found and removed by the next agent that works here.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
