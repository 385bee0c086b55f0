// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.rule;

/**
 * A rule that a document breaks.
 *
 * @param path of the field, such as {@code spec.capture.snapLength}
 * @param message what must be true, in the words of the CRD's rule
 */
public record Violation(String path, String message) {}
