// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A document of a table, with what its header comment says must be answered. */
record Document(Path file, String text) {
  /**
   * The files whose names match, in their order; at least one.
   *
   * @param glob such as {@code valid-*.yaml}
   */
  static List<Document> in(Path folder, String glob) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
      List<Document> documents = new ArrayList<>();
      files.forEach(file -> documents.add(read(file)));
      documents.sort(Comparator.comparing(Document::file));
      if (documents.isEmpty()) {
        throw new IllegalStateException("no %s in %s".formatted(glob, folder.toAbsolutePath()));
      }
      return documents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What stands in the header after {@code # name: }. */
  Optional<String> header(String name) {
    String start = "# %s: ".formatted(name);
    return text.lines()
        .takeWhile(line -> line.startsWith("#"))
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .findFirst();
  }

  @Override
  public String toString() {
    return file.getFileName().toString();
  }

  private static Document read(Path file) {
    try {
      return new Document(file, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
