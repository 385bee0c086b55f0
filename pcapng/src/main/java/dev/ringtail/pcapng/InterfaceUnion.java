// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.pcapng;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The interfaces of a merged file. Interfaces of different sections share a number if their blocks
 * are equal in every byte; those of one section never do.
 */
final class InterfaceUnion {
  private final List<byte[]> blocks = new ArrayList<>();
  private final Map<ByteBuffer, List<Integer>> idsOfBlock = new HashMap<>();

  /** Adds a file's interfaces and tells it their numbers. */
  void add(MergeSource source) {
    source.mergedIds = new int[source.interfaceBlocks.size()];
    Map<ByteBuffer, Integer> seenInSection = new HashMap<>();
    for (int i = 0; i < source.mergedIds.length; i++) {
      if (source.sectionStarts.contains(i)) {
        seenInSection.clear();
      }
      byte[] block = source.interfaceBlocks.get(i);
      ByteBuffer key = ByteBuffer.wrap(block);
      List<Integer> ids = idsOfBlock.computeIfAbsent(key, _ -> new ArrayList<>());
      int occurrence = seenInSection.merge(key, 1, Integer::sum);
      if (ids.size() < occurrence) {
        ids.add(blocks.size());
        blocks.add(block);
      }
      source.mergedIds[i] = ids.get(occurrence - 1);
    }
  }

  /** The interface blocks, numbered from 0 in this order. */
  List<byte[]> blocks() {
    return blocks;
  }
}
