// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.CaptureProgress;
import dev.ringtail.agent.capture.CaptureResult;
import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.capture.InterfaceFunnel;
import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.status.InterfaceStatus;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Progress on standard error, the result on standard output. */
final class TextReport implements ProgressReport {
  private static final long LINE_NS = TimeUnit.SECONDS.toNanos(10);

  /** A line that says the same is not worth what it costs an idle capture. */
  private static final long SAME_LINE_MS = TimeUnit.MINUTES.toMillis(1);

  private static final double MILLION = 1e6;

  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;
  private long lineDueNs = System.nanoTime() + LINE_NS;
  private long lastShownMs;
  private long lastSeen;
  private int lastWidth;
  private List<String> reasons = List.of();

  TextReport(PrintStream out, PrintStream err, boolean terminal) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
  }

  @Override
  public void managedAt(int port) {
    err.println("management endpoint: http://127.0.0.1:" + port);
  }

  @Override
  public void started(CapturePlan plan, List<InterfaceStatus> interfaces) {
    err.printf(
        "capturing on %s%s%n",
        interfaces.stream().map(TextReport::place).collect(Collectors.joining(", ")),
        plan.filter().map(filter -> ", filter: " + filter.text()).orElse(""));
    for (InterfaceStatus one : interfaces) {
      one.refused()
          .forEach(refused -> err.printf("not at %s: %s%n", refused.point(), refused.message()));
    }
  }

  private static String place(InterfaceStatus one) {
    return "%s (%s, %s)".formatted(one.name(), one.point(), one.direction());
  }

  @Override
  public void progress(Supplier<CaptureProgress> figures) {
    if (!terminal && System.nanoTime() - lineDueNs < 0) {
      return;
    }
    lineDueNs = System.nanoTime() + LINE_NS;
    CaptureProgress progress = figures.get();
    long now = progress.elapsed().toMillis();
    long since = Math.max(1, now - lastShownMs);
    InterfaceFunnel total = progress.funnel().total();
    boolean same = total.at(FunnelTerm.SEEN) == lastSeen && progress.trouble().isEmpty();
    if (!terminal && same && since < SAME_LINE_MS) {
      return;
    }
    double rate = (total.at(FunnelTerm.SEEN) - lastSeen) * 1000.0 / since;
    lastShownMs = now;
    lastSeen = total.at(FunnelTerm.SEEN);
    String line =
        String.format(
            Locale.ROOT,
            "%s  %.3f Mpps  %,d packets  %,d dropped  spool %s  delivered %s%s%s",
            clock(progress.elapsed()),
            rate / MILLION,
            total.at(FunnelTerm.WRITTEN),
            total.lost(),
            bytes(progress.spoolBytes()),
            bytes(progress.deliveredBytes()),
            progress.left().map(left -> "  " + clock(left) + " left").orElse(""),
            progress.trouble().isEmpty() ? "" : "  store: " + progress.trouble());
    if (terminal) {
      err.print("\r" + line + " ".repeat(Math.max(0, lastWidth - line.length())));
      lastWidth = line.length();
    } else {
      err.println(line);
    }
  }

  /** Why CPUs are placed so, each sentence once. */
  @Override
  public void placed(PlacementReport placement) {
    if (placement.reasons().equals(reasons)) {
      return;
    }
    if (terminal && lastWidth > 0) {
      err.println();
      lastWidth = 0;
    }
    placement.reasons().stream()
        .filter(reason -> !reasons.contains(reason))
        .forEach(reason -> err.println("placement: " + reason));
    reasons = placement.reasons();
  }

  @Override
  public void finished(CaptureResult result) {
    if (terminal && lastWidth > 0) {
      err.println();
    }
    out.println("capture ended: " + result.reason().words());
    result.notes().forEach(note -> out.println("note: " + note));
    out.println();
    table(result);
    out.println();
    long bytes = result.objects().stream().mapToLong(object -> object.bytes()).sum();
    out.printf("%d objects, %s, in %s%n", result.objects().size(), bytes(bytes), result.location());
    long lost = result.funnel().total().lost();
    out.println(lost == 0 ? "no packet was lost" : "%,d packets were lost".formatted(lost));
    result.failures().forEach(failure -> out.println("not delivered: " + failure));
  }

  /** One row per term, one column per interface, and the sum where there are several. */
  private void table(CaptureResult result) {
    List<InterfaceFunnel> columns =
        result.funnel().interfaces().size() == 1
            ? result.funnel().interfaces()
            : Stream.concat(
                    result.funnel().interfaces().stream(), Stream.of(result.funnel().total()))
                .toList();
    out.printf("%-14s", "packets");
    columns.forEach(column -> out.printf(" %16s", column.name()));
    out.println();
    for (FunnelTerm term : FunnelTerm.values()) {
      out.printf("%-14s", (term.isLoss() ? "- " : "") + term.key());
      columns.forEach(column -> out.printf(Locale.ROOT, " %,16d", column.at(term)));
      out.println();
    }
  }

  private static String clock(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    return "%d:%02d".formatted(seconds / 60, seconds % 60);
  }

  static String bytes(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
  }
}
