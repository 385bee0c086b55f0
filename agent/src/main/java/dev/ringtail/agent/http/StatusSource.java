// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import dev.ringtail.agent.status.AgentStatus;

/** Whoever can tell how a capture stands. */
@FunctionalInterface
public interface StatusSource {
  /** As of now; called by one thread at a time, and by none after the server is closed. */
  AgentStatus status();
}
