// SPDX-License-Identifier: Apache-2.0

/**
 * The pcapng file format (draft-ietf-opsawg-pcapng): blocks that Ringtail writes, walks over ranges
 * of finished blocks without allocating, a reader for any pcapng file, and a merge by time in
 * bounded memory. Uses nothing but the JDK; knows nothing of capture, filters or Kubernetes.
 */
package dev.ringtail.pcapng;
