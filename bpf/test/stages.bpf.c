// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Programs that tests put in front of the capture program or in front of the entry program.
 */
#include "../src/ringtail_count.h"
#include "../src/ringtail_maps.h"

#include "stages.h"

struct stage_data stage_data;

/* Slot 0: the entry program. */
struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__type(key, __u32);
	__type(value, __u32);
	__uint(max_entries, 1);
} stage_next SEC(".maps");

/* A filter that matches all and sets an extent. */
SEC("xdp")
int stage_bound(struct xdp_md *ctx)
{
	struct ringtail_counters *counters = ringtail_counters_of(bpf_get_smp_processor_id());

	if (!counters)
		return ringtail_settings.verdict;
	counters->extent = stage_data.extent;
	bpf_tail_call_static(ctx, &ringtail_slots, RINGTAIL_SLOT_CAPTURE);
	counters->matched++;
	counters->dropped_tailcall++;
	return ringtail_settings.verdict;
}

/* A filter that matches none. */
SEC("xdp")
int stage_reject(struct xdp_md *ctx)
{
	struct ringtail_counters *counters = ringtail_counters_of(bpf_get_smp_processor_id());

	if (counters)
		counters->filtered++;
	return ringtail_settings.verdict;
}

/* In front of entry: leaves 14 bytes linear, the least that the kernel allows, the rest in frags.
 */
SEC("xdp")
int stage_cut(struct xdp_md *ctx)
{
	int cut = ctx->data_end - ctx->data - 14;

	stage_data.cut_bytes = cut;
	if (bpf_xdp_adjust_head(ctx, cut))
		return XDP_ABORTED;
	bpf_tail_call_static(ctx, &stage_next, 0);
	return XDP_ABORTED;
}

/* In front of entry: says how long the linear part is. */
SEC("xdp")
int stage_look(struct xdp_md *ctx)
{
	stage_data.linear = ctx->data_end - ctx->data;
	bpf_tail_call_static(ctx, &stage_next, 0);
	return XDP_ABORTED;
}

char ringtail_license[] SEC("license") = "GPL";
