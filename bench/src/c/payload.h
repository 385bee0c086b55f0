/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * payload.h - what the generators put into each frame and the counter looks for: the first bytes
 * of the UDP payload, in an IPv4 packet without options and an Ethernet frame without tags.
 * Little-endian. The shortest frame of 60 bytes has room for it.
 */
#ifndef RINGTAIL_PAYLOAD_H
#define RINGTAIL_PAYLOAD_H

#define PAYLOAD_OFFSET 42    /* Ethernet 14, IPv4 20, UDP 8 */
#define PAYLOAD_MAGIC 0x5452 /* "RT" */
#define FRAME_MIN 60

struct payload {
	__u16 magic;
	__u16 flow;
	__u32 sequence; /* within flow and destination port, from 0 */
	__u64 sent_ns;	/* CLOCK_REALTIME; 0: not noted */
} __attribute__((packed));

_Static_assert(PAYLOAD_OFFSET + sizeof(struct payload) <= FRAME_MIN, "fits the shortest frame");

#endif
