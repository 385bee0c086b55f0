// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A file to merge, and how its interfaces are described in the merged file.
 *
 * @param description from the file's own description; what equals it is copied byte by byte
 */
public record MergeInput(Path file, UnaryOperator<InterfaceDescription> description) {
  /** A file whose interfaces are described as they are. */
  public static MergeInput of(Path file) {
    return new MergeInput(file, UnaryOperator.identity());
  }
}
