// SPDX-License-Identifier: Apache-2.0
/**
 * Reads a {@code CaptureJob} document where there is no API server to judge it: strictly, with the
 * line and column of whatever is wrong. Knows the classes of the API only through their records.
 */
package dev.ringtail.crds.yaml;
