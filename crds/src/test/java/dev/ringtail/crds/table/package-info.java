// SPDX-License-Identifier: Apache-2.0
/**
 * The tables of valid and invalid documents, held against a real API server and against the
 * standalone reader.
 */
package dev.ringtail.crds.table;
