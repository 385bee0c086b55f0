// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.crds.v1alpha1.Phase;
import java.util.Optional;

/**
 * How a node's part of a job stands at one moment.
 *
 * @param ending of this life; empty while it lasts
 * @param figures of all lives
 * @param lives so far
 * @param trouble in words, empty when there is none
 * @param generation of the plan
 */
record Stand(
    Phase phase,
    Optional<Ending> ending,
    RunFigures figures,
    JobNotes lives,
    String trouble,
    Long generation) {}
