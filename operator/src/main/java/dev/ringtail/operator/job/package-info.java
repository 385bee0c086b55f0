// SPDX-License-Identifier: Apache-2.0
/**
 * Brings about what a CaptureJob asks for: looks at what there is, resolves the target, judges
 * whether the job can be carried out, writes plans, DaemonSet and copies of Secrets, makes the
 * status known, and clears away. Uses {@code model}, {@code status} and {@code event}.
 */
package dev.ringtail.operator.job;
