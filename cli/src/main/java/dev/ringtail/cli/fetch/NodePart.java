// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.store.NodeManifest;
import java.util.List;
import java.util.Optional;

/**
 * What a node has delivered, as its manifest says.
 *
 * @param manifest empty if there is none
 * @param missing what is known not to be there, a sentence each that begins with the node's name
 */
public record NodePart(String node, Optional<NodeManifest> manifest, List<String> missing) {
  public NodePart {
    missing = List.copyOf(missing);
  }
}
