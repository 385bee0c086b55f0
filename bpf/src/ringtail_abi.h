/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * ringtail_abi.h - all that the BPF programs and the agent agree on.
 *
 * Two maps carry the data path, both mapped by the agent:
 *
 *   ringtail_rings     ARRAY, one element per ring. A ring has one producer (the CPU) and one
 *                      consumer (its reader).
 *   ringtail_counters  ARRAY, one struct ringtail_counters per possible CPU, which alone writes
 *                      it. Each interface has its own such map; rings, bells and
 *                      ringtail_ring_of_cpu are shared by all interfaces of a capture.
 *
 * An element of ringtail_rings; its size is chosen when the object is loaded:
 *
 *   0                     struct ringtail_consumer   written by the reader only
 *   RINGTAIL_PAGE         struct ringtail_producer   written by BPF only
 *   RINGTAIL_RING_DATA    data: ring_bytes (a power of two), then slack for one longest record
 *
 * Positions are 64-bit byte counts that only grow; a record at position p lies, in one piece, at
 * data[p & (ring_bytes - 1)]. A record that starts before the end of the ring may run over into
 * the slack; the next one then starts at the same offset past the wrap.
 *
 * Marks: the ring is divided into stretches of 1 << mark_shift bytes, each at least as long as the
 * longest record. When a record ends in another stretch than it began in, the producer notes the
 * position of its end, which is where the first record of stretch n = position >> mark_shift
 * begins, in mark[n % RINGTAIL_MARKS]. The end of the ring is the end of a stretch too, so a
 * reader that takes whole stretches gets record boundaries and contiguous bytes without looking
 * at a record. ring_bytes >> mark_shift is at most RINGTAIL_MARKS / 2.
 *
 * A record is a finished pcapng Enhanced Packet Block (draft-ietf-opsawg-pcapng, section 4.3),
 * little-endian, if_tsresol 9. At tc, where packets go both ways, it has one option, epb_flags, that
 * says which; at XDP it has none.
 */
#ifndef RINGTAIL_ABI_H
#define RINGTAIL_ABI_H

#define RINGTAIL_ABI_VERSION 2u

#define RINGTAIL_PAGE 4096u
#define RINGTAIL_CACHE_LINE 64u
#define RINGTAIL_RING_DATA (2u * RINGTAIL_PAGE)
#define RINGTAIL_MARKS 32u
#define RINGTAIL_OCCUPANCY_BUCKETS 8u
#define RINGTAIL_OCCUPANCY_EVERY 1024u

/*
 * ringtail_settings.ring_bytes. The kernel's verifier takes no variable offset of 2^29 or more
 * (BPF_MAX_VAR_OFF), and a record may end past the end of the ring: 2^28 is the largest power of two.
 */
#define RINGTAIL_RING_BYTES_MIN (1u << 20)
#define RINGTAIL_RING_BYTES_MAX (1u << 28)
/* ringtail_settings.snap_length; libpcap's tools refuse more than this. */
#define RINGTAIL_SNAP_LENGTH_MAX 262144u

/* ringtail_ring_of_cpu: the ring of each possible CPU, or this. */
#define RINGTAIL_NO_RING 0xffffffffu
/* ringtail_consumer.wake_at of a reader that is awake: no bell. */
#define RINGTAIL_AWAKE (~0ull)
/* ringtail_counters.extent when the filter sets no bound of its own. */
#define RINGTAIL_WHOLE 0xffffffffu

/* Slots of the PROG_ARRAY ringtail_slots, one array per interface. */
#define RINGTAIL_SLOT_FILTER 0u
#define RINGTAIL_SLOT_CAPTURE 1u

/* Fixed part of a record: Enhanced Packet Block without data, padding and trailing length. */
#define RINGTAIL_EPB_HEADER 28u
#define RINGTAIL_EPB_OVERHEAD 32u
#define RINGTAIL_EPB_TYPE 6u
/* Option epb_flags and the end of options, in records of tc. */
#define RINGTAIL_EPB_OPTIONS 12u

/* ringtail_counters.direction, as epb_flags has it. */
#define RINGTAIL_INBOUND 1u
#define RINGTAIL_OUTBOUND 2u

struct ringtail_epb {
	__u32 type;
	__u32 total_length;
	__u32 interface_id;
	__u32 timestamp_high;
	__u32 timestamp_low;
	__u32 captured_length;
	__u32 original_length;
};

/* Page 0 of a ring: the reader writes, BPF reads. */
struct ringtail_consumer {
	__u64 consumed; /* bytes that have left the ring; release */
	__u64 pad0[7];
	__u64 wake_at; /* ring the bell when produced reaches it; RINGTAIL_AWAKE: never */
	__u64 pad1[7];
};

/* Page 1 of a ring: BPF writes, the reader reads. */
struct ringtail_producer {
	__u64 produced; /* bytes of finished records; release */
	__u64 pad0[7];
	__u64 consumed_cache; /* consumed as last seen */
	__u64 rung;	      /* wake_at that the bell was last rung for */
	__u64 busy;	      /* 1 while a record is being written: guards against re-entry */
	__u64 bells;	      /* bells rung */
	__u64 bells_failed;   /* bells that the kernel refused */
	__u64 pad1[3];
	__u64 mark[RINGTAIL_MARKS]; /* end of the record that ran into stretch n, at n % MARKS */
	/* fill level, an eighth of the ring each, of one in RINGTAIL_OCCUPANCY_EVERY records */
	__u64 occupancy[RINGTAIL_OCCUPANCY_BUCKETS];
};

/*
 * The kernel's part of the funnel, for one CPU and one interface, at all its hooks:
 *   seen    = filtered + matched
 *   matched = written + ring_full + reentered + copy_failed + no_ring + tailcall
 */
struct ringtail_counters {
	__u64 seen;
	__u64 filtered;
	__u64 matched;
	__u64 written;
	__u64 dropped_ring_full;
	__u64 dropped_reentered;
	__u64 dropped_copy_failed;
	__u64 dropped_no_ring;
	__u64 dropped_tailcall;
	__u64 truncated;     /* information: written, but cut by snap length or extent */
	__u64 written_bytes; /* information: captured bytes of the written records */
	__u64 last_written_ns; /* information: wall clock of the last record written */
	__u32 extent;	     /* filter to capture, one packet: bytes to keep, RINGTAIL_WHOLE for all */
	__u32 direction;     /* entry to capture, one packet: RINGTAIL_INBOUND or _OUTBOUND; tc only */
	__u64 merged; /* information: packets beyond the first of each record that offloads merged */
	__u64 pad0[2];
};

/* ringtail_control, an ARRAY of one element per interface, which the agent writes. */
struct ringtail_control {
	__u64 tai_offset_ns; /* wall clock = bpf_ktime_get_tai_ns() - tai_offset_ns */
	__u32 gate;	     /* 0: packets pass uncounted, nothing is captured; 1: open */
	__u32 pad0;
	__u64 pad1[6];
};

/* Read-only settings of one loaded object, one object per interface (section .rodata). */
struct ringtail_settings {
	__u32 interface_id;    /* pcapng interface number */
	__u32 ring_bytes;      /* power of two */
	__u32 snap_length;     /* bytes of a packet kept at most, at least 1 */
	__u32 verdict;	       /* what every program returns: XDP_PASS, TCX_NEXT; XDP_DROP in benchmarks */
	__u32 preempt_rt;      /* 1: the busy flag and the counters are changed atomically */
	__u32 mark_shift;      /* log2 of a stretch */
	__u32 pad0[2];
};

#ifdef __cplusplus
#define RINGTAIL_ASSERT(x) static_assert(x, #x)
#else
#define RINGTAIL_ASSERT(x) _Static_assert(x, #x)
#endif

RINGTAIL_ASSERT(sizeof(struct ringtail_epb) == RINGTAIL_EPB_HEADER);
RINGTAIL_ASSERT(sizeof(struct ringtail_consumer) == 128);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_consumer, wake_at) == 64);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_producer, consumed_cache) == 64);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_producer, rung) == 72);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_producer, busy) == 80);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_producer, bells) == 88);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_producer, bells_failed) == 96);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_producer, mark) == 128);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_producer, occupancy) == 384);
RINGTAIL_ASSERT(sizeof(struct ringtail_producer) == 448);
RINGTAIL_ASSERT(sizeof(struct ringtail_producer) <= RINGTAIL_PAGE);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_counters, written) == 24);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_counters, dropped_tailcall) == 64);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_counters, last_written_ns) == 88);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_counters, extent) == 96);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_counters, direction) == 100);
RINGTAIL_ASSERT(__builtin_offsetof(struct ringtail_counters, merged) == 104);
RINGTAIL_ASSERT(sizeof(struct ringtail_counters) == 128);
RINGTAIL_ASSERT(sizeof(struct ringtail_control) == 64);
RINGTAIL_ASSERT(sizeof(struct ringtail_settings) == 32);

#endif
