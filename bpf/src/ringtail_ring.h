/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The producer's side of a ring: who may write, where, and how the reader learns of it.
 */
#ifndef RINGTAIL_RING_H
#define RINGTAIL_RING_H

#include "ringtail_count.h"
#include "ringtail_maps.h"

struct ringtail_ring {
	struct ringtail_consumer consumer;
	__u8 pad0[RINGTAIL_PAGE - sizeof(struct ringtail_consumer)];
	struct ringtail_producer producer;
	__u8 pad1[RINGTAIL_PAGE - sizeof(struct ringtail_producer)];
	__u8 data[];
};
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_ring, producer) == RINGTAIL_PAGE);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_ring, data) == RINGTAIL_RING_DATA);

static __always_inline struct ringtail_ring *ringtail_ring_at(__u32 index)
{
	return bpf_map_lookup_elem(&ringtail_rings, &index);
}

/*
 * Takes the ring for one record. False when a record of this CPU is being written already: the hook
 * ran inside itself, or with PREEMPT_RT another packet was preempted. Both are on this CPU, so
 * program order is enough where no preemption is possible.
 */
static __always_inline bool ringtail_ring_enter(struct ringtail_ring *ring)
{
	if (ringtail_settings.preempt_rt)
		return !__sync_lock_test_and_set(&ring->producer.busy, 1);
	if (READ_ONCE(ring->producer.busy))
		return false;
	WRITE_ONCE(ring->producer.busy, 1);
	barrier();
	return true;
}

static __always_inline void ringtail_ring_leave(struct ringtail_ring *ring)
{
	barrier();
	WRITE_ONCE(ring->producer.busy, 0);
}

/*
 * Reads the reader's position anew. The bytes before it are written only after a branch on the
 * value read, which keeps a CPU from writing them early; no barrier is needed.
 */
static __always_inline __u64 ringtail_consumed(struct ringtail_ring *ring)
{
	__u64 consumed = READ_ONCE(ring->consumer.consumed);

	ring->producer.consumed_cache = consumed;
	return consumed;
}

/* Whether a record may end at this position. Looks at the reader's line only if it seems not. */
static __always_inline bool ringtail_ring_has_room(struct ringtail_ring *ring, __u64 end)
{
	return end - ring->producer.consumed_cache <= ringtail_settings.ring_bytes ||
	       end - ringtail_consumed(ring) <= ringtail_settings.ring_bytes;
}

/* Where the record at this position lies, in one piece; records are multiples of 4 bytes. */
static __always_inline void *ringtail_ring_address(struct ringtail_ring *ring, __u64 position)
{
	return ring->data + (position & (ringtail_settings.ring_bytes - 4));
}

/* Notes the fill level, of which the reader's position is fresh, in its eighth. */
static __always_inline void ringtail_ring_sample_occupancy(struct ringtail_ring *ring, __u64 end)
{
	__u64 used = end - ringtail_consumed(ring);
	__u64 bucket = used * RINGTAIL_OCCUPANCY_BUCKETS / ringtail_settings.ring_bytes;

	if (bucket >= RINGTAIL_OCCUPANCY_BUCKETS)
		bucket = RINGTAIL_OCCUPANCY_BUCKETS - 1;
	RINGTAIL_COUNT(&ring->producer, occupancy[bucket & (RINGTAIL_OCCUPANCY_BUCKETS - 1)]);
}

/*
 * Makes a finished record visible: all stores before it happen before the one to produced.
 * x86 keeps stores in order, so keeping the compiler from moving them is enough. Elsewhere BPF's
 * atomic exchange, which is fully ordered, does it: BPF has a store-release only since 6.15.
 */
static __always_inline void ringtail_ring_publish(struct ringtail_ring *ring, __u64 start,
						  __u64 end)
{
	__u32 shift = ringtail_settings.mark_shift;

	if ((start ^ end) >> shift)
		ring->producer.mark[(end >> shift) % RINGTAIL_MARKS] = end;
#ifdef __TARGET_ARCH_x86
	barrier();
	WRITE_ONCE(ring->producer.produced, end);
#else
	__sync_lock_test_and_set(&ring->producer.produced, end);
#endif
}

/*
 * Rings once for each position that the reader wants to be woken at. On x86 the load of wake_at
 * may overtake the store of produced; a reader that fell asleep in that moment is woken by the next
 * record or by its own time limit. A full fence for each packet would cost more than that.
 */
static __always_inline void ringtail_ring_wake_reader(struct ringtail_ring *ring, __u32 index,
						      __u64 end)
{
	__u64 wake_at = READ_ONCE(ring->consumer.wake_at);
	__u64 message = index;
	void *bell;

	if (end < wake_at || ring->producer.rung == wake_at)
		return;
	ring->producer.rung = wake_at;
	bell = bpf_map_lookup_elem(&ringtail_bells, &index);
	if (bell && !bpf_ringbuf_output(bell, &message, sizeof(message), BPF_RB_FORCE_WAKEUP))
		RINGTAIL_COUNT(&ring->producer, bells);
	else
		RINGTAIL_COUNT(&ring->producer, bells_failed);
}

#endif
