// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A machine's files of /sys and /proc, unfolded from one text in {@code
 * src/test/resources/machines}:
 *
 * <pre>
 * /path = content       a file
 * /path &lt;&lt;              a file of the lines up to the next &lt;&lt;
 * /path -> target       a link
 * /path !               a file that cannot be read or written (a folder stands for it, so also root is refused)
 * include NAME          another machine's lines; later lines replace earlier ones
 * </pre>
 *
 * {@code {0-7}} in a path, or {@code {0-6/2}} with a step, repeats the line; {@code {n}}, {@code
 * {n+8}} and {@code {n-1}} after it are the number.
 */
public final class MachineTree {
  private static final Pattern RANGE = Pattern.compile("\\{([0-9,-]+)(?:/([0-9]+))?}");
  private static final Pattern NUMBER = Pattern.compile("\\{n([+-][0-9]+)?}");

  private MachineTree() {}

  /** Unfolds a machine into the folder and opens it. */
  public static HostTree unfold(String machine, Path folder) {
    write(machine, folder);
    return HostTree.at(folder);
  }

  private static void write(String machine, Path root) {
    Iterator<String> lines = lines(machine).iterator();
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.startsWith("include ")) {
        write(line.substring(8), root);
      } else if (line.endsWith(" <<")) {
        List<String> content = new ArrayList<>();
        for (String next = lines.next(); !next.equals("<<"); next = lines.next()) {
          content.add(next);
        }
        put(root, line.substring(0, line.length() - 3), "=", String.join("\n", content));
      } else if (!line.isBlank() && !line.startsWith("#")) {
        expand(root, line);
      }
    }
  }

  private static void expand(Path root, String line) {
    String[] parts = line.split(" +", 3);
    Matcher range = RANGE.matcher(parts[0]);
    String content = parts.length < 3 ? "" : parts[2];
    if (!range.find()) {
      put(root, parts[0], parts[1], content);
      return;
    }
    int step = range.group(2) == null ? 1 : Integer.parseInt(range.group(2));
    CpuSet numbers = CpuSet.parse(range.group(1));
    int first = numbers.first().orElseThrow();
    for (int number : numbers) {
      if ((number - first) % step == 0) {
        String path = range.replaceFirst(Integer.toString(number));
        put(root, numbered(path, number), parts[1], numbered(content, number));
      }
    }
  }

  private static String numbered(String text, int number) {
    return NUMBER
        .matcher(text)
        .replaceAll(
            match -> {
              String offset = match.group(1);
              return Integer.toString(number + (offset == null ? 0 : Integer.parseInt(offset)));
            });
  }

  private static void put(Path root, String path, String kind, String content) {
    Path file = root.resolve(path.substring(1));
    try {
      Files.createDirectories(file.getParent());
      Files.deleteIfExists(file);
      switch (kind) {
        case "=" -> Files.writeString(file, content + "\n");
        case "->" -> Files.createSymbolicLink(file, Path.of(content));
        case "!" -> Files.createDirectories(file);
        default -> throw new IllegalArgumentException(path + " has neither =, -> nor !");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(String machine) {
    String resource = "/machines/" + machine + ".txt";
    try (InputStream in = MachineTree.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no test resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
