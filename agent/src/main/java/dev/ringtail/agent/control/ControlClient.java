// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.control;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Asks a running agent. */
public final class ControlClient {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ControlClient() {}

  /**
   * @param spool the agent's spool folder, as seen from here
   * @throws IOException when no agent answers there
   */
  public static Reply ask(Path spool, Request request) throws IOException {
    try (SocketChannel agent = ControlSocket.connect(spool)) {
      Lines.write(Channels.newOutputStream(agent), MAPPER.writeValueAsBytes(request));
      return MAPPER.readValue(Lines.read(Channels.newInputStream(agent)), Reply.class);
    }
  }
}
