// SPDX-License-Identifier: Apache-2.0
/**
 * Which CPUs receive packets and which read them: a pure planner over {@link
 * dev.ringtail.agent.topology}, and the parts that apply a plan to the node's interrupts, watch it,
 * and put back what was there before, also after a crash. Uses no other package of the agent;
 * pinning of threads is done by whoever runs them.
 */
package dev.ringtail.agent.placement;
