// SPDX-License-Identifier: Apache-2.0

/**
 * What this host can do, before anything is attached: one check per fact, each with what was found
 * and, where a capture would suffer, what to do. It asks the kernel and changes nothing; the
 * programs are loaded once for the verifier's answer and let go again.
 */
package dev.ringtail.agent.preflight;
