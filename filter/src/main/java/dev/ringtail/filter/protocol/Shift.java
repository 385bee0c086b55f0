// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

/**
 * An optional part of a header.
 *
 * @param when whether it is there
 * @param bytes its length
 */
public record Shift(FlagTest when, int bytes) {}
