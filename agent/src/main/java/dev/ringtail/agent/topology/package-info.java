// SPDX-License-Identifier: Apache-2.0
/**
 * What the node is made of: cores, SMT siblings, caches and NUMA nodes, the CPUs this process may
 * use, and the queues and interrupts of its network cards. Everything is parsed from files below a
 * root folder, {@code /} on a node and a captured tree in tests; nothing here writes to the node
 * except {@link dev.ringtail.agent.topology.HostTree#write}. Uses no other package of the agent.
 */
package dev.ringtail.agent.topology;
