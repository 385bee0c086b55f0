// SPDX-License-Identifier: Apache-2.0

/**
 * One capture on this node, from plan to manifest: the conductor ({@link
 * dev.ringtail.agent.capture.CaptureSession}) that decides, the readers that move bytes and nothing
 * else, the limits, and the funnel in which every packet is found again.
 */
package dev.ringtail.agent.capture;
