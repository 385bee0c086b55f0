// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

/**
 * Size and checksum of an object.
 *
 * @param bytes its size
 * @param sha256 64 hexadecimal digits, lower case
 */
public record ObjectDigest(long bytes, String sha256) {}
