/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A record: one Enhanced Packet Block.
 */
#ifndef RINGTAIL_RECORD_H
#define RINGTAIL_RECORD_H

#include "ringtail_maps.h"

/* How much of a packet a record keeps, and how long that makes the record. */
struct ringtail_extent {
	__u64 original;
	__u64 kept;
	__u64 padded; /* kept, to a multiple of 4 */
};

static __always_inline struct ringtail_extent ringtail_extent_of(__u64 original, __u32 bound)
{
	struct ringtail_extent extent = {.original = original, .kept = original};

	if (extent.kept > bound)
		extent.kept = bound;
	/* The verifier must see this comparison on the register that is used as a length later. */
	barrier_var(extent.kept);
	if (extent.kept > ringtail_settings.snap_length)
		extent.kept = ringtail_settings.snap_length;
	extent.padded = (extent.kept + 3) & ~3ull;
	return extent;
}

/* The time now as pcapng wants it: nanoseconds since 1970, with the steps of the wall clock. */
static __always_inline __u64 ringtail_wall_ns(void)
{
	const struct ringtail_control *control = ringtail_control_of_interface();

	return bpf_ktime_get_tai_ns() - (control ? READ_ONCE(control->tai_offset_ns) : 0);
}

/* Writes all of a record but its data and the options, which are of this many bytes. */
static __always_inline void ringtail_record_frame(void *record, struct ringtail_extent *extent,
						  __u32 options, __u64 wall_ns)
{
	__u32 total = RINGTAIL_EPB_OVERHEAD + extent->padded + options;
	void *end = record + extent->padded;
	struct ringtail_epb *epb = record;

	/* The last word of the data first: what the packet does not overwrite of it is padding. */
	*(__u32 *)(end + RINGTAIL_EPB_HEADER - 4) = 0;
	epb->type = RINGTAIL_EPB_TYPE;
	epb->total_length = total;
	epb->interface_id = ringtail_settings.interface_id;
	epb->timestamp_high = wall_ns >> 32;
	epb->timestamp_low = wall_ns;
	epb->captured_length = extent->kept;
	epb->original_length = extent->original;
	*(__u32 *)(end + RINGTAIL_EPB_HEADER + options) = total;
}

#endif
