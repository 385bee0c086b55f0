/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Included before the sources of ringtail_xdp_refuse.bpf.o: every copy of a packet fails, as it
 * would if the kernel refused. No packet makes it refuse, so this is how that way is tested.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

static __always_inline long ringtail_refuse_load(struct xdp_md *ctx, __u32 offset, void *buffer,
						 __u32 length)
{
	return -14; /* EFAULT */
}
#define bpf_xdp_load_bytes ringtail_refuse_load
