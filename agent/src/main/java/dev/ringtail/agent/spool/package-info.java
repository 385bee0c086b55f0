// SPDX-License-Identifier: Apache-2.0

/**
 * The node's folder between ring and object store. A segment file goes through three names: spare,
 * open, sealed; which of them it has says after a crash what to do with it. Readers append to open
 * segments; everything else happens on threads that may wait.
 */
package dev.ringtail.agent.spool;
