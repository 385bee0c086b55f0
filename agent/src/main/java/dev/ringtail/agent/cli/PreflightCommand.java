// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ringtail-agent preflight}: what this host can do. */
@Command(
    name = "preflight",
    description = "Says what this host can do, and why not where it can't.",
    mixinStandardHelpOptions = true)
public final class PreflightCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return ExitCode.COMPLETE.code();
  }
}
