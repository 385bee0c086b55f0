// SPDX-License-Identifier: Apache-2.0
/**
 * Values that people write as text in Ringtail's objects: amounts of bytes, spans of time, lists of
 * CPUs. Each keeps the text it was read from, so that an object is written back as it was, and is
 * parsed strictly when it is made. Uses nothing but Jackson's annotations.
 */
package dev.ringtail.crds.value;
