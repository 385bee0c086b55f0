// SPDX-License-Identifier: Apache-2.0
/**
 * The chain language once more, as plainly as possible: an interpreter over the parsed tree. It
 * knows the protocols from their RFCs and shares nothing with the protocol table, the checker and
 * the code generator, only the syntax tree. What it decides where the language's description leaves
 * a choice:
 *
 * <ul>
 *   <li>Any EtherType may follow any VLAN tag, also MPLS and ARP a service tag.
 *   <li>A GRE header with the routing bit of RFC 1701, or of another version than 0, carries
 *       nothing; so does a Geneve header of another version than 0 and a GTP header that is not
 *       version 1 with protocol type 1, or not a G-PDU. The end of a GRE header is computed by its
 *       flags, whatever its version.
 *   <li>An MPLS stack carries what the first nibble behind it says: 4, 6, or 0 for a pseudowire.
 *   <li>UDP port 4500 carries ESP if the first four bytes are not the non-ESP marker of RFC 3948.
 *   <li>DNS on TCP starts behind its two bytes of length.
 *   <li>Of one IPv6 header six extension headers are followed, of GTP four; with more, nothing
 *       follows, and the end cannot be computed. Sixteen Geneve options can be indexed.
 *   <li>An option is there as soon as its kind is; a field of it only if the option's own length
 *       has it. The first option of a kind decides.
 *   <li>{@code exists} of a field that every such header has asks for the layer alone.
 *   <li>In arithmetic the right side is not looked at if the left one is not there.
 *   <li>A comparison of two fields of different kinds (an IPv4 and an IPv6 address), or of a layer
 *       that the way does not have, is false before anything is read, also {@code !=}.
 *   <li>Where {@code ip} stands for both, nothing is read either if the value is of the other
 *       family.
 * </ul>
 */
package dev.ringtail.filter.reference;
