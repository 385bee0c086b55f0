/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The way of a packet through the programs of one hook. A packet goes through three of them, the
 * second of which may be missing:
 *
 *   entry --slot 0--> filter (generated) --slot 1--> ringtail_capture
 *   seen              filtered or on                 matched, then written or dropped
 *
 * Who includes this has said before what a packet is at that hook:
 *
 *   RINGTAIL_CONTEXT            the program's argument
 *   RINGTAIL_OPTIONS            bytes of options in each record, a constant
 *   ringtail_packet_length()    its bytes, as they are to be recorded
 *   ringtail_packet_copy()      copies the first bytes, wherever they lie; 0, or the kernel's answer
 *   ringtail_packet_written()   what else a record has and counts
 */
#ifndef RINGTAIL_WAY_H
#define RINGTAIL_WAY_H

#include "ringtail_count.h"
#include "ringtail_maps.h"
#include "ringtail_record.h"
#include "ringtail_ring.h"

static __always_inline int ringtail_enter(RINGTAIL_CONTEXT *ctx, __u32 direction)
{
	struct ringtail_counters *counters = ringtail_counters_of(bpf_get_smp_processor_id());
	struct ringtail_control *control = ringtail_control_of_interface();

	if (!counters || !control || !READ_ONCE(control->gate))
		return ringtail_settings.verdict;
	RINGTAIL_COUNT(counters, seen);
	counters->extent = RINGTAIL_WHOLE;
	if (direction)
		counters->direction = direction;
	bpf_tail_call_static(ctx, &ringtail_slots, RINGTAIL_SLOT_FILTER);
	/* Slot 0 is empty: nothing judged the packet, so it counts as wanted and lost. */
	RINGTAIL_COUNT(counters, matched);
	RINGTAIL_COUNT(counters, dropped_tailcall);
	return ringtail_settings.verdict;
}

/* Writes a packet into a ring that was entered. Publishes the whole record or nothing. */
static __always_inline void ringtail_write(RINGTAIL_CONTEXT *ctx,
					   struct ringtail_counters *counters,
					   struct ringtail_ring *ring, __u32 index)
{
	struct ringtail_extent extent =
		ringtail_extent_of(ringtail_packet_length(ctx), counters->extent);
	__u64 start = ring->producer.produced;
	__u64 end = start + RINGTAIL_EPB_OVERHEAD + RINGTAIL_OPTIONS + extent.padded;
	__u64 wall_ns;
	void *record;

	if (!ringtail_ring_has_room(ring, end)) {
		RINGTAIL_COUNT(counters, dropped_ring_full);
		return;
	}
	wall_ns = ringtail_wall_ns();
	record = ringtail_ring_address(ring, start);
	ringtail_record_frame(record, &extent, RINGTAIL_OPTIONS, wall_ns);
	if (ringtail_packet_copy(ctx, record + RINGTAIL_EPB_HEADER, extent.kept)) {
		RINGTAIL_COUNT(counters, dropped_copy_failed);
		return;
	}
	ringtail_packet_written(ctx, counters, record + RINGTAIL_EPB_HEADER + extent.padded);
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

static __always_inline int ringtail_take(RINGTAIL_CONTEXT *ctx)
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

#endif
