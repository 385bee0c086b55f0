// SPDX-License-Identifier: Apache-2.0
/**
 * Rules that a document must keep, once for every place that checks them: annotations and checks
 * that become CEL rules of the CRD, and that run in the JVM where there is no API server. Both say
 * the same words. Uses the values and nothing else of Ringtail.
 */
package dev.ringtail.crds.rule;
