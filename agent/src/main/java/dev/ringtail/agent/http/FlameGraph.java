// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Draws stacks as a flame graph: a box per frame, as wide as its share of the samples, on top of
 * what called it. A box says its name and share when the pointer rests on it.
 */
final class FlameGraph {
  private static final double WIDTH = 1200;
  private static final int ROW = 17;
  private static final int TOP = 30;
  private static final double NARROWEST = 0.3;
  private static final double CHARACTER = 6.6;
  private static final int TEXT_OFFSET = 12;

  private final StringBuilder boxes = new StringBuilder();
  private final long total;
  private final int depth;

  private FlameGraph(Box root) {
    total = root.samples;
    depth = root.depth();
    draw(root, 0, 0);
  }

  /** A picture of its own, in SVG. */
  static String draw(Stacks stacks) {
    Box root = new Box();
    stacks.counts().forEach(root::add);
    return new FlameGraph(root).svg();
  }

  private String svg() {
    int height = TOP + depth * ROW + ROW;
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="monospace" font-size="11">
        <rect width="100%%" height="100%%" fill="#fffef8"/>
        <text x="8" y="19" font-size="14">Ringtail agent: CPU time, %d samples</text>
        %s</svg>
        """
        .formatted((int) WIDTH, height, total, boxes);
  }

  private void draw(Box box, double x, int level) {
    double at = x;
    for (Map.Entry<String, Box> entry : box.above.entrySet()) {
      Box child = entry.getValue();
      double width = WIDTH * child.samples / total;
      if (width >= NARROWEST) {
        box(entry.getKey(), child.samples, at, level, width);
        draw(child, at, level + 1);
      }
      at += width;
    }
  }

  private void box(String name, long samples, double x, int level, double width) {
    int y = TOP + (depth - 1 - level) * ROW;
    int letters = (int) (width / CHARACTER) - 1;
    String shown = letters < 3 ? "" : name.substring(0, Math.min(letters, name.length()));
    boxes.append(
        String.format(
            Locale.ROOT,
            "<g><title>%s: %d samples, %.1f %%</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\""
                + " height=\"%d\" fill=\"%s\" stroke=\"#fffef8\"/><text x=\"%.1f\""
                + " y=\"%d\">%s</text></g>%n",
            escaped(name),
            samples,
            100.0 * samples / total,
            x,
            y,
            width,
            ROW,
            color(name),
            x + 3,
            y + TEXT_OFFSET,
            escaped(shown)));
  }

  /** The same for the same name: yellow to red. */
  private static String color(String name) {
    int hash = name.hashCode();
    return "rgb(%d,%d,%d)"
        .formatted(
            205 + Math.floorMod(hash, 50),
            90 + Math.floorMod(hash / 50, 130),
            40 + Math.floorMod(hash / 6500, 40));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** A frame with what it called. */
  private static final class Box {
    private final Map<String, Box> above = new TreeMap<>();
    private long samples;

    void add(String stack, long count) {
      samples += count;
      Box at = this;
      for (String frame : stack.split(";")) {
        at = at.above.computeIfAbsent(frame, name -> new Box());
        at.samples += count;
      }
    }

    int depth() {
      return above.values().stream().mapToInt(Box::depth).map(below -> below + 1).max().orElse(0);
    }
  }
}
