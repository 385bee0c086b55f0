// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.fetch.AddressNames;
import dev.ringtail.cli.fetch.Destination;
import dev.ringtail.cli.fetch.FetchOutcome;
import dev.ringtail.cli.fetch.ResultFetch;
import dev.ringtail.cli.fetch.StoreDoor;
import dev.ringtail.cli.fetch.TransferView;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.text.Screen;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Fetches the result of a job, says in one line what it is, and what is missing below. */
final class ResultPrinter {
  private final Cluster cluster;
  private final ResultOptions options;
  private final Screen screen;
  private final PrintWriter out;

  /**
   * @param out for the line about the result
   */
  ResultPrinter(Cluster cluster, ResultOptions options, Screen screen, PrintWriter out) {
    this.cluster = cluster;
    this.options = options;
    this.screen = screen;
    this.out = out;
  }

  /**
   * @param names by address
   */
  ExitCode fetch(
      CaptureJob job,
      List<NodeCapture> nodes,
      Destination destination,
      Map<String, Set<String>> names) {
    ResultFetch fetch =
        new ResultFetch(new StoreDoor(cluster, options.endpoint()), new TransferView(screen));
    FetchOutcome outcome = fetch.fetch(job, nodes, destination, AddressNames.blocks(names));
    if (destination instanceof Destination.Pipe) {
      screen.say(outcome.sentence());
    } else {
      out.println(outcome.sentence());
      out.flush();
    }
    outcome.missing().forEach(sentence -> screen.say(RingtailCommand.NAME + sentence));
    if (!outcome.isComplete()) {
      return ExitCode.INCOMPLETE;
    }
    return options.failOnLoss && !outcome.losses().isNone() ? ExitCode.LOSSY : ExitCode.COMPLETE;
  }
}
