// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The files of {@code /sys}, {@code /proc} and the like below a root folder. Paths are absolute as
 * on the node and always use '/'. A missing file and one that cannot be read (a permission, EINVAL
 * of a card without link) both count as absent: the kernel leaves files out by version,
 * configuration and driver, and a capture must not fail for that.
 */
public final class HostTree {
  private static final int LONGEST_FILE =
      1 << 20; // a page is the rule in sysfs; kubelet's state may be longer

  private final Path root;

  private HostTree(Path root) {
    this.root = root;
  }

  /** The node itself. */
  public static HostTree ofNode() {
    return new HostTree(Path.of("/"));
  }

  /** A captured tree in a folder. */
  public static HostTree at(Path root) {
    try {
      return new HostTree(root.toRealPath());
    } catch (IOException e) {
      throw new HostTreeException(
          "The folder " + root + " cannot be opened: " + e.getMessage() + ".", e);
    }
  }

  /** Where the file of this absolute path lies. */
  public Path path(String path) {
    return root.resolve(path.substring(1));
  }

  /**
   * The file's text without white space around it, at most 1 MiB; nothing when it is missing or
   * unreadable.
   */
  public Optional<String> text(String path) {
    try (InputStream in = Files.newInputStream(path(path))) {
      return Optional.of(new String(in.readNBytes(LONGEST_FILE), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The file as a CPU list; "(null)", which some kernels print for a mask that was never set, is
   * the empty set.
   *
   * @throws HostTreeException when the file is there and says something else
   */
  public Optional<CpuSet> cpuList(String path) {
    return text(path).map(text -> parsed(path, text, false));
  }

  /**
   * The file as a CPU mask.
   *
   * @throws HostTreeException when the file is there and says something else
   */
  public Optional<CpuSet> cpuMask(String path) {
    return text(path).map(text -> parsed(path, text, true));
  }

  private static CpuSet parsed(String path, String text, boolean mask) {
    try {
      return "(null)".equals(text)
          ? CpuSet.EMPTY
          : mask ? CpuSet.parseMask(text) : CpuSet.parse(text);
    } catch (CpuSetFormatException e) {
      throw new HostTreeException(
          "File " + path + " is not as the kernel writes it: " + e.getMessage(), e);
    }
  }

  /**
   * The file as a decimal number; nothing when it is missing, unreadable or says something else.
   */
  public OptionalLong number(String path) {
    try {
      return text(path).stream().mapToLong(Long::parseLong).findFirst();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether there is such a file, folder or link; a link that leads nowhere counts. */
  public boolean exists(String path) {
    return Files.exists(path(path), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Names in the folder, numbers in their order (rx-2 before rx-10); none when there is no such
   * folder.
   */
  public List<String> children(String path) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path(path))) {
      entries.forEach(entry -> names.add(entry.getFileName().toString()));
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      return List.of();
    }
    names.sort(Comparator.comparing(HostTree::withoutNumber).thenComparing(HostTree::endNumber));
    return List.copyOf(names);
  }

  private static String withoutNumber(String name) {
    return name.replaceFirst("[0-9]+$", "");
  }

  private static long endNumber(String name) {
    String digits = name.substring(withoutNumber(name).length());
    return digits.isEmpty() || digits.length() > 18 ? -1 : Long.parseLong(digits);
  }

  /**
   * The path behind all links, absolute in this tree; nothing when it leads nowhere or out of the
   * tree.
   */
  public Optional<String> resolved(String path) {
    try {
      Path real = path(path).toRealPath();
      return real.startsWith(root) ? Optional.of("/" + root.relativize(real)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Writes the text to an existing file with a single write, as the kernel's files want it.
   *
   * @throws IOException with the kernel's words, such as "Input/output error"
   */
  public void write(String path, String text) throws IOException {
    try (var channel =
        Files.newByteChannel(
            path(path), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      channel.write(StandardCharsets.US_ASCII.encode(text));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
