// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.yaml;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** Where each field of a document stands, and errors that say so. */
final class Source {
  private final String name;
  private final Map<String, Mark> marks = new HashMap<>();

  Source(String name) {
    this.name = name;
  }

  /** Remembers where a field starts. */
  void put(String path, Optional<Mark> mark) {
    mark.ifPresent(known -> marks.putIfAbsent(path, known));
  }

  /** An error about a field, at the field or, if it is not there, at what should hold it. */
  CaptureJobException error(String path, String message) {
    boolean continues = message.startsWith("must ") || message.startsWith("is ");
    String sentence = path.isEmpty() ? message : path + (continues ? " " : ": ") + message;
    return errorAt(markOf(path), sentence, null);
  }

  /** An error at a place of the text. */
  CaptureJobException errorAt(Optional<Mark> mark, String sentence, Throwable cause) {
    String place =
        mark.map(at -> "%s:%d:%d: ".formatted(name, at.getLine() + 1, at.getColumn() + 1))
            .orElse(name + ": ");
    return new CaptureJobException(place + sentence, cause);
  }

  /** The number of the line of a field, or of what should hold it. */
  int lineOf(String path) {
    return markOf(path).map(Mark::getLine).orElse(0);
  }

  private Optional<Mark> markOf(String path) {
    for (String at = path; !at.isEmpty(); at = parent(at)) {
      Mark mark = marks.get(at);
      if (mark != null) {
        return Optional.of(mark);
      }
    }
    return Optional.empty();
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
  }
}
