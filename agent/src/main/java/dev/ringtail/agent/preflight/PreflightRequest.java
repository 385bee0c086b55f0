// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

import dev.ringtail.agent.capture.CapturedInterface;
import java.nio.file.Path;
import java.util.List;

/**
 * The capture that a host is looked at for.
 *
 * @param interfaces those to look at
 * @param allNeeded whether each of them must do, or one of them
 * @param memoryBytes budget for the rings
 * @param snapLength bytes of a packet kept at most
 * @param spool its folder, which need not exist
 * @param spoolBytes budget of the spool
 */
public record PreflightRequest(
    List<CapturedInterface> interfaces,
    boolean allNeeded,
    long memoryBytes,
    int snapLength,
    Path spool,
    long spoolBytes) {
  public PreflightRequest {
    interfaces = List.copyOf(interfaces);
  }
}
