// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What to make of what was captured. */
final class ResultOptions {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "file or folder for the result, - for standard output; default: JOB.pcapng here")
  private Path file;

  @Option(names = "--per-node", description = "a file for each node, in the folder named by -o")
  boolean isPerNode;

  @Option(
      names = "--download-endpoint",
      paramLabel = "URL",
      description = "address of the store as this machine reaches it; default: the job's")
  private URI endpoint;

  @Option(names = "--fail-on-loss", description = "exit with 4 if packets were lost")
  boolean failOnLoss;

  Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  Optional<URI> endpoint() {
    return Optional.ofNullable(endpoint);
  }
}
