// SPDX-License-Identifier: Apache-2.0

/**
 * What a running agent says of itself at one moment, as values that also are the JSON of {@code
 * /funnel}. Whoever captures fills them in; metrics and diagnosis read them, here or in another
 * process.
 */
package dev.ringtail.agent.status;
