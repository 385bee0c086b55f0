// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Capture at XDP. A packet goes through three programs, the second of which may be missing:
 *
 *   ringtail_entry --slot 0--> filter (generated) --slot 1--> ringtail_capture
 *   seen                       filtered or on                 matched, then written or dropped
 *
 * Both programs load with and without BPF_F_XDP_HAS_FRAGS, which the loader sets on all three
 * alike.
 */
#include "ringtail_count.h"
#include "ringtail_maps.h"
#include "ringtail_record.h"
#include "ringtail_ring.h"

SEC("xdp")
int ringtail_entry(struct xdp_md *ctx)
{
	struct ringtail_counters *counters = ringtail_counters_of(bpf_get_smp_processor_id());
	struct ringtail_control *control = ringtail_control_of_interface();

	if (!counters || !control || !READ_ONCE(control->gate))
		return ringtail_settings.verdict;
	RINGTAIL_COUNT(counters, seen);
	counters->extent = RINGTAIL_WHOLE;
	bpf_tail_call_static(ctx, &ringtail_slots, RINGTAIL_SLOT_FILTER);
	/* Slot 0 is empty: nothing judged the packet, so it counts as wanted and lost. */
	RINGTAIL_COUNT(counters, matched);
	RINGTAIL_COUNT(counters, dropped_tailcall);
	return ringtail_settings.verdict;
}

/*
 * Copies the first bytes of a packet, wherever they lie. 0, or what the kernel answered.
 *
 * One comparison tells the verifier that length is 1 to snap_length: it takes no 0 as a length, and
 * on 6.1 learns nothing from "length != 0", which is what clang makes of "length > 0".
 */
static __always_inline long ringtail_copy(struct xdp_md *ctx, void *to, __u64 length)
{
	__u64 last = length - 1;

	barrier_var(last);
	if (last >= ringtail_settings.snap_length)
		return 0; /* nothing is to be kept */
	return bpf_xdp_load_bytes(ctx, 0, to, last + 1);
}

/* Writes a packet into a ring that was entered. Publishes the whole record or nothing. */
static __always_inline void ringtail_write(struct xdp_md *ctx, struct ringtail_counters *counters,
					   struct ringtail_ring *ring, __u32 index)
{
	struct ringtail_extent extent =
		ringtail_extent_of(bpf_xdp_get_buff_len(ctx), counters->extent);
	__u64 start = ring->producer.produced;
	__u64 end = start + RINGTAIL_EPB_OVERHEAD + extent.padded;
	__u64 wall_ns;
	void *record;

	if (!ringtail_ring_has_room(ring, end)) {
		RINGTAIL_COUNT(counters, dropped_ring_full);
		return;
	}
	wall_ns = ringtail_wall_ns();
	record = ringtail_ring_address(ring, start);
	ringtail_record_frame(record, &extent, wall_ns);
	if (ringtail_copy(ctx, record + RINGTAIL_EPB_HEADER, extent.kept)) {
		RINGTAIL_COUNT(counters, dropped_copy_failed);
		return;
	}
	RINGTAIL_COUNT(counters, written);
	RINGTAIL_ADD(counters, written_bytes, extent.kept);
	if (extent.kept < extent.original)
		RINGTAIL_COUNT(counters, truncated);
	counters->last_written_ns = wall_ns;
	ringtail_ring_publish(ring, start, end);
	if (counters->written % RINGTAIL_OCCUPANCY_EVERY == 0)
		ringtail_ring_sample_occupancy(ring, end);
	ringtail_ring_wake_reader(ring, index, end);
}

SEC("xdp")
int ringtail_capture(struct xdp_md *ctx)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct ringtail_counters *counters = ringtail_counters_of(cpu);
	struct ringtail_ring *ring;
	__u32 index;

	if (!counters)
		return ringtail_settings.verdict;
	RINGTAIL_COUNT(counters, matched);
	index = ringtail_ring_index_of(cpu);
	ring = ringtail_ring_at(index);
	if (!ring) {
		RINGTAIL_COUNT(counters, dropped_no_ring);
	} else if (!ringtail_ring_enter(ring)) {
		RINGTAIL_COUNT(counters, dropped_reentered);
	} else {
		ringtail_write(ctx, counters, ring, index);
		ringtail_ring_leave(ring);
	}
	return ringtail_settings.verdict;
}

char ringtail_license[] SEC("license") = "GPL";
