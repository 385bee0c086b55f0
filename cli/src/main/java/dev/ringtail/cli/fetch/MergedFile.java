// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.pcapng.MergeInput;
import dev.ringtail.pcapng.NameResolution;
import dev.ringtail.pcapng.PcapngMerge;
import dev.ringtail.pcapng.SectionHeader;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes one file, in the order of time, of what nodes have delivered. */
public final class MergedFile {
  private final CaptureJob job;
  private final List<NameResolution> names;

  /**
   * @param names of addresses, put into the file
   */
  public MergedFile(CaptureJob job, List<NameResolution> names) {
    this.job = job;
    this.names = List.copyOf(names);
  }

  /**
   * What was written.
   *
   * @param problems in which it differs from what the manifests say, a sentence each
   */
  public record Written(long packets, long bytes, List<String> problems) {}

  /**
   * @param output empty: standard output
   * @throws CommandException when it cannot be written
   */
  public Written write(List<NodeFiles> nodes, Optional<Path> output) {
    String namespace = job.getMetadata().getNamespace();
    List<MergeInput> inputs = new ArrayList<>();
    for (NodeFiles node : nodes) {
      WhereSeen label = new WhereSeen(namespace, node.node());
      node.files().forEach(file -> inputs.add(new MergeInput(file, label)));
    }
    SectionHeader section =
        new SectionHeader(
            "", "", "kubectl ringtail", "%s/%s".formatted(namespace, job.getMetadata().getName()));
    try {
      PcapngMerge merge = new PcapngMerge(section, names);
      PcapngMerge.Result result =
          output.isPresent()
              ? merge.mergeInputs(inputs, output.get())
              : merge.mergeInputs(inputs, standardOutput());
      return new Written(result.packets(), result.bytes(), problems(nodes, result));
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.INCOMPLETE,
          "cannot merge into %s: %s"
              .formatted(output.map(Path::toString).orElse("standard output"), e.getMessage()),
          e);
    }
  }

  private static WritableByteChannel standardOutput() {
    return Channels.newChannel(System.out);
  }

  private static List<String> problems(List<NodeFiles> nodes, PcapngMerge.Result result) {
    List<String> problems = new ArrayList<>();
    result.broken().forEach(broken -> problems.add(broken.getMessage()));
    long expected = nodes.stream().mapToLong(NodeFiles::packets).sum();
    if (result.packets() != expected) {
      problems.add(
          "the objects hold %d packets, their manifests say %d"
              .formatted(result.packets(), expected));
    }
    return problems;
  }
}
