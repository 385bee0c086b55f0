// SPDX-License-Identifier: Apache-2.0

/**
 * Which stage of a running capture is full, how that is known and what to try: rules over two
 * statuses some seconds apart, and the way to a running agent that gives them. The rules touch
 * nothing but their input.
 */
package dev.ringtail.agent.diagnose;
