// SPDX-License-Identifier: Apache-2.0

/**
 * From sealed segments to objects: the stores behind one interface, the thread pool that delivers,
 * and the manifest that says what was delivered. Nothing here is on the path of a packet.
 */
package dev.ringtail.agent.upload;
