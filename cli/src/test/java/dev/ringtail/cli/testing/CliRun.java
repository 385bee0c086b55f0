// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import dev.ringtail.cli.command.RingtailCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import picocli.CommandLine;

/**
 * A command that was run in this JVM.
 *
 * @param code what it would have exited with
 */
public record CliRun(int code, String out, String err) {
  public static CliRun of(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = RingtailCommand.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    int code = line.execute(words);
    return new CliRun(code, out.toString(), err.toString());
  }

  /** Runs it while the test goes on. */
  public static CompletableFuture<CliRun> start(String... words) {
    return CompletableFuture.supplyAsync(
        () -> of(words), Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory()));
  }
}
