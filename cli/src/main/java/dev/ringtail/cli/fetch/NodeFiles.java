// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import java.nio.file.Path;
import java.util.List;

/**
 * A node's objects, here and verified.
 *
 * @param files pcapng files
 * @param packets in them, as the manifest says
 * @param missing what should be there and is not, a sentence each that names the node
 */
public record NodeFiles(String node, List<Path> files, long packets, List<String> missing) {
  public NodeFiles {
    files = List.copyOf(files);
    missing = List.copyOf(missing);
  }
}
