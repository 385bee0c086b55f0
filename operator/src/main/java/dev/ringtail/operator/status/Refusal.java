// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

import java.time.Instant;

/**
 * What the API server says to something that the operator writes for a node.
 *
 * @param words the server's own
 * @param since when it refused for the first time; it has been asked again since
 */
public record Refusal(String words, Instant since) {}
