// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import java.util.Optional;

/**
 * A filter as it was written.
 *
 * @param chain which layers
 * @param where what must hold about them
 * @param capture how much of a matching packet is kept; all of it if absent
 */
public record FilterTree(Chain chain, Optional<Expression> where, Optional<Extent> capture) {}
