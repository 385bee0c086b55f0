// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import java.util.Objects;

/** The version of this agent, from its jar's manifest. */
public final class AgentVersion {
  /** Such as {@code 0.1.0}; {@code development} when it does not run from a jar. */
  public static final String TEXT =
      Objects.requireNonNullElse(
          AgentVersion.class.getPackage().getImplementationVersion(), "development");

  private AgentVersion() {}
}
