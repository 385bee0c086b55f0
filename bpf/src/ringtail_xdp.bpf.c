// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Capture at XDP. Both programs load with and without BPF_F_XDP_HAS_FRAGS, which the loader sets on
 * all three alike.
 */
#include "ringtail_maps.h"

#define RINGTAIL_CONTEXT struct xdp_md
#define RINGTAIL_OPTIONS 0

static __always_inline __u64 ringtail_packet_length(struct xdp_md *ctx)
{
	return bpf_xdp_get_buff_len(ctx);
}

/*
 * One comparison tells the verifier that length is 1 to snap_length: it takes no 0 as a length, and
 * on 6.1 learns nothing from "length != 0", which is what clang makes of "length > 0".
 */
static __always_inline long ringtail_packet_copy(struct xdp_md *ctx, void *to, __u64 length)
{
	__u64 last = length - 1;

	barrier_var(last);
	if (last >= ringtail_settings.snap_length)
		return 0; /* nothing is to be kept */
	return bpf_xdp_load_bytes(ctx, 0, to, last + 1);
}

static __always_inline void ringtail_packet_written(struct xdp_md *ctx,
						    struct ringtail_counters *counters,
						    void *options)
{
}

#include "ringtail_way.h"

SEC("xdp")
int ringtail_entry(struct xdp_md *ctx)
{
	return ringtail_enter(ctx, 0);
}

SEC("xdp")
int ringtail_capture(struct xdp_md *ctx)
{
	return ringtail_take(ctx);
}

char ringtail_license[] SEC("license") = "GPL";
