// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Capture at tc, both ways: an entry program for each, the other two for both. The packet is an
 * skb, which may be many packets of the wire in one (GSO, GRO), mostly not linear, and whose outer
 * VLAN tag may lie beside it. The record has the bytes as the wire would. Packets go on to the next
 * program whatever happens, and are never changed.
 */
#include "ringtail_count.h"
#include "ringtail_maps.h"

#include <bpf/bpf_endian.h>

#define RINGTAIL_CONTEXT struct __sk_buff
#define RINGTAIL_OPTIONS RINGTAIL_EPB_OPTIONS

#define RINGTAIL_TAG_OFFSET 12u /* behind the two MAC addresses */
#define RINGTAIL_TAG_BYTES 4u
#define RINGTAIL_TAG_END (RINGTAIL_TAG_OFFSET + RINGTAIL_TAG_BYTES)

#define RINGTAIL_OPTION_FLAGS 2u /* epb_flags, of 4 bytes */
#define RINGTAIL_OPTION_FLAGS_BYTES 4u

static __always_inline __u64 ringtail_packet_length(struct __sk_buff *skb)
{
	return skb->len + (skb->vlan_present ? RINGTAIL_TAG_BYTES : 0);
}

/* As at XDP: one comparison tells the verifier that length is 1 to snap_length. */
static __always_inline long ringtail_load(struct __sk_buff *skb, __u32 from, void *to, __u64 length)
{
	__u64 last = length - 1;

	barrier_var(last);
	if (last >= ringtail_settings.snap_length)
		return 0; /* nothing is to be kept */
	return bpf_skb_load_bytes(skb, from, to, last + 1);
}

/* Puts the tag back where it was on the wire. */
static __always_inline long ringtail_load_tagged(struct __sk_buff *skb, __u8 *to, __u64 length)
{
	union {
		__u8 byte[RINGTAIL_TAG_END];
		__be16 half[RINGTAIL_TAG_END / 2];
	} head;
	long error = bpf_skb_load_bytes(skb, 0, head.byte, RINGTAIL_TAG_OFFSET);

	if (error)
		return error;
	head.half[RINGTAIL_TAG_OFFSET / 2] = skb->vlan_proto;
	head.half[RINGTAIL_TAG_OFFSET / 2 + 1] = bpf_htons(skb->vlan_tci);
#pragma unroll
	for (__u32 i = 0; i < RINGTAIL_TAG_END; i++) {
		if (i < length)
			to[i] = head.byte[i];
	}
	return length > RINGTAIL_TAG_END ? ringtail_load(skb, RINGTAIL_TAG_OFFSET,
							 to + RINGTAIL_TAG_END,
							 length - RINGTAIL_TAG_END)
					 : 0;
}

static __always_inline long ringtail_packet_copy(struct __sk_buff *skb, void *to, __u64 length)
{
	return skb->vlan_present ? ringtail_load_tagged(skb, to, length)
				 : ringtail_load(skb, 0, to, length);
}

static __always_inline void ringtail_packet_written(struct __sk_buff *skb,
						    struct ringtail_counters *counters,
						    void *options)
{
	__u32 *word = options;

	word[0] = RINGTAIL_OPTION_FLAGS | RINGTAIL_OPTION_FLAGS_BYTES << 16;
	word[1] = counters->direction;
	word[2] = 0; /* end of options */
	if (skb->gso_segs > 1)
		RINGTAIL_ADD(counters, merged, skb->gso_segs - 1);
}

#include "ringtail_way.h"

SEC("tc")
int ringtail_ingress(struct __sk_buff *skb)
{
	return ringtail_enter(skb, RINGTAIL_INBOUND);
}

SEC("tc")
int ringtail_egress(struct __sk_buff *skb)
{
	return ringtail_enter(skb, RINGTAIL_OUTBOUND);
}

SEC("tc")
int ringtail_capture(struct __sk_buff *skb)
{
	return ringtail_take(skb);
}

char ringtail_license[] SEC("license") = "GPL";
