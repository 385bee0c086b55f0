/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The maps and settings of one loaded object, and how to look into them.
 *
 * Sizes written "the loader's" are placeholders; see ringtail_abi.h for what they must be.
 * Per capture, shared by the objects of all its interfaces: ringtail_rings, ringtail_ring_of_cpu,
 * ringtail_bells. Per interface: ringtail_counters, ringtail_control, ringtail_slots and .rodata.
 */
#ifndef RINGTAIL_MAPS_H
#define RINGTAIL_MAPS_H

#include <stdbool.h>
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "ringtail_abi.h"

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile __typeof__(x) *)&(x) = (value))

/* The only thing in .rodata, so that the loader can write that section as a whole. */
const volatile struct ringtail_settings ringtail_settings = {
	.ring_bytes = 1u << 20,
	.snap_length = 1,
	.verdict = XDP_PASS,
	.mark_shift = 16,
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, RINGTAIL_RING_DATA + (1u << 20) + RINGTAIL_PAGE); /* the loader's */
	__uint(max_entries, 1); /* the loader's: rings */
} ringtail_rings SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__type(key, __u32);
	__type(value, __u32);
	__uint(max_entries, 1); /* the loader's: possible CPUs */
} ringtail_ring_of_cpu SEC(".maps");

/* The bell of each ring: a BPF ring buffer that the ring's reader waits on. */
struct ringtail_bell {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, RINGTAIL_PAGE);
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__type(key, __u32);
	__uint(max_entries, 1); /* the loader's: rings */
	__array(values, struct ringtail_bell);
} ringtail_bells SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct ringtail_counters);
	__uint(max_entries, 1); /* the loader's: possible CPUs */
} ringtail_counters SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct ringtail_control);
	__uint(max_entries, 1);
} ringtail_control SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__type(key, __u32);
	__type(value, __u32);
	__uint(max_entries, 2);
} ringtail_slots SEC(".maps");

static __always_inline struct ringtail_counters *ringtail_counters_of(__u32 cpu)
{
	return bpf_map_lookup_elem(&ringtail_counters, &cpu);
}

static __always_inline struct ringtail_control *ringtail_control_of_interface(void)
{
	__u32 only = 0;

	return bpf_map_lookup_elem(&ringtail_control, &only);
}

/* The index of the ring of a CPU; RINGTAIL_NO_RING, which no ring has, when it has none. */
static __always_inline __u32 ringtail_ring_index_of(__u32 cpu)
{
	const __u32 *index = bpf_map_lookup_elem(&ringtail_ring_of_cpu, &cpu);

	return index ? READ_ONCE(*index) : RINGTAIL_NO_RING;
}

#endif
