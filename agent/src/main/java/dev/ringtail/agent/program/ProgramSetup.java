// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import dev.ringtail.agent.ring.RingMemory;
import java.util.Optional;

/**
 * What the programs of an interface are loaded with.
 *
 * @param interfaceId its number in the files
 * @param rings of the capture
 * @param possibleCpus highest CPU number of the machine plus one
 * @param xdpVerdict what programs at XDP return, {@link InterfaceCapture#PASS} but for benchmarks
 * @param filter empty: every packet
 */
record ProgramSetup(
    int interfaceId,
    RingMemory rings,
    int possibleCpus,
    int xdpVerdict,
    Optional<BoundFilter> filter) {}
