// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.follow;

import dev.ringtail.cli.text.Amounts;
import dev.ringtail.cli.text.Screen;
import dev.ringtail.cli.text.Words;
import dev.ringtail.crds.v1alpha1.CaptureCounts;
import dev.ringtail.crds.v1alpha1.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A followed job: a live table on a terminal, elsewhere a line for each change of phase and for
 * every ten seconds.
 */
public final class FollowDisplay {
  private static final Duration PACE = Duration.ofSeconds(10);

  private final Screen screen;
  private final NodeTable table = new NodeTable();
  private final Set<String> said = new HashSet<>();
  private Phase phase;
  private Instant lineAt = Instant.EPOCH;

  public FollowDisplay(Screen screen) {
    this.screen = screen;
  }

  void show(JobView view) {
    if (screen.isTerminal()) {
      List<String> lines = new ArrayList<>();
      lines.add("job %s: %s".formatted(view.name(), shown(view.phase())));
      lines.addAll(table.lines(view));
      if (view.nodes().size() > NodeTable.MOST_ROWS) {
        lines.add("all of " + totals(view));
      }
      screen.draw(lines);
      return;
    }
    if (view.phase() != phase || view.at().isAfter(lineAt.plus(PACE))) {
      screen.say(
          "job %s: %s%s"
              .formatted(
                  view.name(),
                  Words.of(view.phase()),
                  view.nodes().isEmpty() ? "" : ", " + totals(view)));
      lineAt = view.at();
    }
    phase = view.phase();
  }

  private static String totals(JobView view) {
    CaptureCounts total = view.total();
    return "%s, %s, %s dropped, %s delivered"
        .formatted(
            Amounts.counted(view.nodes().size(), "node"),
            Amounts.counted(total.captured(), "packet"),
            Amounts.count(total.dropped()),
            Amounts.bytes(total.deliveredBytes()));
  }

  private String shown(Phase value) {
    return switch (value) {
      case COMPLETED -> screen.good(Words.of(value));
      case FAILED -> screen.bad(Words.of(value));
      default -> Words.of(value);
    };
  }

  /** Says a sentence, each once. */
  void notice(String sentence) {
    if (said.add(sentence)) {
      screen.say(sentence);
    }
  }

  /** What is drawn stays. */
  void end() {
    screen.leave();
  }
}
