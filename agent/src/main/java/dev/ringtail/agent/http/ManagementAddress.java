// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where a running agent answers, as it notes it in its spool folder for other commands.
 *
 * @param pid the agent's process
 * @param port on 127.0.0.1
 * @param run its run
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ManagementAddress(long pid, int port, String run) {
  /** Name of the note in a spool folder. */
  public static final String FILE_NAME = "management.json";

  private static final String UNFINISHED = FILE_NAME + ".part";

  /** Such as {@code http://127.0.0.1:40123}. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Writes the note, whole or not at all. */
  void announce(Path spool) throws IOException {
    Path whole = spool.resolve(FILE_NAME);
    Path part = spool.resolve(UNFINISHED);
    Files.writeString(part, new ObjectMapper().writeValueAsString(this));
    Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes the note of an agent that is gone, if there is one. */
  public static void forget(Path spool) throws IOException {
    Files.deleteIfExists(spool.resolve(UNFINISHED));
    Files.deleteIfExists(spool.resolve(FILE_NAME));
  }

  /**
   * Reads the note of a spool folder.
   *
   * @throws IOException when there is none
   */
  public static ManagementAddress of(Path spool) throws IOException {
    return new ObjectMapper().readValue(spool.resolve(FILE_NAME).toFile(), ManagementAddress.class);
  }
}
