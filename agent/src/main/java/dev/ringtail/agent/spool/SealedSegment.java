// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.spool;

import java.nio.file.Path;

/**
 * A finished pcapng file in the spool.
 *
 * @param bytes its size
 * @param slot its place in the spool's budget, or -1 if an earlier run left it
 */
public record SealedSegment(SegmentName name, Path path, long bytes, int slot) {}
