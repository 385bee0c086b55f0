// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * A clock in front of the program that is measured, so that BPF_PROG_TEST_RUN offers packets at a
 * rate: the first packet of a batch waits until it is due. Costs a batch one look at the clock and
 * a packet one tail call.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#define MAX_ROUNDS (1u << 22)

/* Set before each run by the bench, which maps it. */
struct pace {
	__u64 batch_interval_ns;
	__u64 batch;
	__u64 due_ns;	 /* 0: now */
	__u64 countdown; /* packets left of this batch */
	__u64 late;	 /* batches that began more than one interval late */
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct pace);
	__uint(max_entries, 1);
} pace_state SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__type(key, __u32);
	__type(value, __u32);
	__uint(max_entries, 1);
} pace_target SEC(".maps");

static long is_due(__u32 round, void *due)
{
	return bpf_ktime_get_ns() >= *(__u64 *)due;
}

static __always_inline void begin_batch(struct pace *pace)
{
	__u64 now = bpf_ktime_get_ns();
	__u64 due = pace->due_ns ? pace->due_ns : now;

	if (now > due + pace->batch_interval_ns)
		pace->late++;
	else
		bpf_loop(MAX_ROUNDS, is_due, &due, 0);
	pace->due_ns = due + pace->batch_interval_ns;
	pace->countdown = pace->batch;
}

SEC("xdp")
int pace_packet(struct xdp_md *ctx)
{
	__u32 only = 0;
	struct pace *pace = bpf_map_lookup_elem(&pace_state, &only);

	if (!pace)
		return XDP_ABORTED;
	if (!pace->countdown)
		begin_batch(pace);
	pace->countdown--;
	bpf_tail_call_static(ctx, &pace_target, 0);
	return XDP_ABORTED;
}

char pace_license[] SEC("license") = "GPL";
