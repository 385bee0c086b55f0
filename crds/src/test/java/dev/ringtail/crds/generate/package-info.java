// SPDX-License-Identifier: Apache-2.0
/**
 * Generates what is committed from the API's records: the CRDs and their reference page. Part of
 * the tests, so that a change of a record that is not followed by the files fails the build.
 */
package dev.ringtail.crds.generate;
