// SPDX-License-Identifier: Apache-2.0
/**
 * Proofs that filters do in the kernel what the language says: compiled filters against the
 * reference interpreter, libpcap and tshark, on packets that scapy built, that a generator piled up
 * and that were captured. The filters are tables in the resources of this package. A larger run
 * than the default one is asked for with the system property {@code ringtail.filter.packets}.
 */
package dev.ringtail.filter.proof;
