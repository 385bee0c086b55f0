// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.SetUse;
import dev.ringtail.filter.protocol.ProtocolTable;
import java.util.Optional;
import java.util.Set;

/**
 * A filter that can run: the intermediate form.
 *
 * @param table the protocols
 * @param linkType what packets start with
 * @param start of the automaton, at the first layer of the packet
 * @param descends whether the chain has {@code //}
 * @param where what must hold about the way
 * @param keep how much of a packet
 * @param names the names that where and capture use
 * @param protocols names of the protocols that the chain names
 * @param sets the sets that are asked
 * @param asksVerdict whether the verdict of a program before the capture point is asked
 */
public record CheckedFilter(
    ProtocolTable table,
    LinkType linkType,
    Node start,
    boolean descends,
    Optional<Condition> where,
    Keep keep,
    Set<Integer> names,
    Set<String> protocols,
    Set<SetUse> sets,
    boolean asksVerdict) {}
