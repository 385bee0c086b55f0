// SPDX-License-Identifier: Apache-2.0
/**
 * The chain language: scanner, parser and syntax tree. Names are not resolved here; that needs the
 * protocol table and is the checker's work. What a tree means:
 *
 * <p><b>Layers of a packet.</b> The first layer is the link ({@code eth}, or on raw links {@code
 * ipv4} or {@code ipv6} by the first nibble). From a layer, its own bytes say which layer follows
 * and where ({@code dev.ringtail.filter.protocol}). A layer is there as soon as the layer before it
 * says so; no byte of its own needs to be in the packet. If the bytes that would say so are not in
 * the packet, or a length in them is impossible (IPv4 ihl below 5, GRE version not 0), nothing
 * follows. In two places there is more than one reading, tried in this order: a UDP datagram is
 * {@code dns} or {@code esp} by either port before it is a tunnel by its destination port; below
 * {@code ipv6} a segment routing header is the layer {@code srv6} before it is one of the extension
 * headers that are walked over. The VLAN tag that the kernel keeps beside a packet at tc counts as
 * a layer behind the outermost {@code eth}, whose type then is the tag's.
 *
 * <p><b>Chain.</b> A chain is satisfied by consecutive layers from the first on; layers behind its
 * last element do not matter. {@code //} passes over any number of layers first, at the start over
 * the link layer too (on raw links over nothing); all {@code //} of a filter together pass over at
 * most eight layers; the link and segment routing headers are not counted. {@code *}, {@code +} and
 * <code>{n,}</code> repeat at most eight times. Ways are tried in this order, the first that fits
 * is the way: readings as above; {@code //} stops as far out as possible; quantifiers take as much
 * as possible and give back; alternatives from left to right; {@code ip} is <code>(ipv4|ipv6)
 * </code>, where a predicate whose value is of the other family is false. A predicate that needs a
 * byte which the packet does not have is false, and so is its negation: that way does not fit.
 * {@code port}, {@code host} and {@code net} read the source first and the destination only if that
 * did not decide.
 *
 * <p><b>Bounds.</b> What follows a header is known only if all of the bytes that say so are in the
 * packet: both ports for UDP and TCP; of an IPv6 extension header its number and length, of a
 * fragment header also the offset. IPv6 walks over at most six extension headers, GTP over at most
 * four; more, and nothing follows. A later fragment (IPv4 offset not 0, IPv6 fragment header with
 * an offset) carries nothing. In UDP, {@code esp} needs its first four bytes to be there and not 0.
 * Behind a GTP header, something follows only in version 1 with message type 255. Layers that begin
 * beyond byte 16383 are not read, and the packet does not match. A test of a field needs all bytes
 * of the field, also if only a prefix of them is compared.
 *
 * <p><b>where</b> is asked once, about the way that was found. A comparison, set question or flag
 * on a layer that the way does not have, or on an optional field that is not there (a GRE key
 * without the K bit, an index beyond the last, an option that is not among the options), is false;
 * {@code not} around it is true; {@code exists} asks whether it is there. {@code and}, {@code or},
 * {@code any}, {@code all} are evaluated from the left and stop early. A field that is evaluated
 * and not completely in the packet ends it: no match. Numbers are unsigned 64-bit and wrap; a
 * division by zero is 0, the remainder of one its dividend, and shift counts are taken modulo 64,
 * all as in BPF. Options (TCP, IPv4) are walked only if all bytes of the header are in the packet;
 * otherwise: no match.
 *
 * <p><b>capture</b> asks the way, too. {@code headers} is the end of the last layer that the way
 * took, with IPv6 extension headers; a label on a repeated layer means its last. An end that cannot
 * be computed, because bytes are missing, a length is impossible or the way has no such layer,
 * keeps all of the packet.
 */
package dev.ringtail.filter.chain;
