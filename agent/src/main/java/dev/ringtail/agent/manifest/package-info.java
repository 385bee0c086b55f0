// SPDX-License-Identifier: Apache-2.0

/**
 * The manifest: the document beside a node's objects that says what was captured, how, and where
 * every packet is. Made from results, never consulted by the capture.
 */
package dev.ringtail.agent.manifest;
