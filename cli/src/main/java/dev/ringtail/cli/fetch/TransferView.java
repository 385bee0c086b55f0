// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.store.NodeManifest;
import dev.ringtail.cli.text.Amounts;
import dev.ringtail.cli.text.Screen;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** How far a download is, drawn on a terminal a few times a second. Safe for several threads. */
public final class TransferView {
  private static final long PACE_NS = 200_000_000;

  private final Screen screen;
  private final AtomicLong arrived = new AtomicLong();
  private final AtomicLong drawnAt = new AtomicLong(System.nanoTime());
  private volatile long expected;

  public TransferView(Screen screen) {
    this.screen = screen;
  }

  /** That all objects of these nodes will come. */
  void expect(List<NodePart> parts) {
    expected =
        parts.stream()
            .flatMap(part -> part.manifest().stream())
            .mapToLong(NodeManifest::bytes)
            .sum();
  }

  void arrived(long bytes) {
    long now = arrived.addAndGet(bytes);
    long last = drawnAt.get();
    long time = System.nanoTime();
    if (screen.isTerminal() && time - last > PACE_NS && drawnAt.compareAndSet(last, time)) {
      screen.draw(
          List.of("downloaded %s of %s".formatted(Amounts.bytes(now), Amounts.bytes(expected))));
    }
  }

  void end() {
    screen.draw(List.of());
  }
}
