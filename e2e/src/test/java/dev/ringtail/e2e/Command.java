// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program and hands back what it printed. */
public final class Command {
  private static final int PATIENCE_S = 120;

  private Command() {}

  /**
   * @param output standard output and standard error
   */
  public record Result(int exitCode, String output) {}

  public static Result run(String... words) {
    return run(Arrays.asList(words));
  }

  public static Result run(List<String> words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(words + " did not end");
      }
      return new Result(process.exitValue(), output);
    } catch (IOException e) {
      throw new AssertionError("cannot run " + words, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Standard output and error of a program that must succeed. */
  public static String ok(String... words) {
    Result result = run(words);
    if (result.exitCode() != 0) {
      throw new AssertionError(
          String.join(" ", words) + " failed with " + result.exitCode() + ": " + result.output());
    }
    return result.output();
  }
}
