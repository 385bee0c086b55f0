// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The design that Ringtail is measured against: a BPF ring buffer for each CPU, slots of one size,
 * a reader that the kernel wakes when it has caught up. The reader is ClassicReader.java.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#define SLOT_DATA 1500u

struct slot {
	__u64 timestamp_ns;
	__u32 action;
	__u8 mode;
	__u8 pad;
	__u16 captured_length;
	__u32 original_length;
	__u8 data[SLOT_DATA];
} __attribute__((packed, aligned(4)));

_Static_assert(sizeof(struct slot) == 1520, "what ClassicReader.java takes it for");

struct settings {
	__u32 verdict;
	__u32 wakeup_flags; /* BPF_RB_NO_WAKEUP for a reader that polls */
	__u32 pad[2];
};

const volatile struct settings classic_settings = {.verdict = XDP_PASS};

struct classic_buffer {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096); /* the loader's */
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
	__type(key, __u32);
	__uint(max_entries, 1); /* the loader's */
	__array(values, struct classic_buffer);
} classic_buffers SEC(".maps");

struct counts {
	__u64 written;
	__u64 dropped;
};

/* One line for each CPU, mapped by the bench. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct counts);
	__uint(max_entries, 1); /* the loader's */
} classic_counts SEC(".maps");

SEC("xdp")
int classic_capture(struct xdp_md *ctx)
{
	__u32 cpu = bpf_get_smp_processor_id();
	void *buffer = bpf_map_lookup_elem(&classic_buffers, &cpu);
	struct counts *counts = bpf_map_lookup_elem(&classic_counts, &cpu);
	__u64 now = bpf_ktime_get_ns();
	struct slot *slot;
	__u64 length;

	if (!buffer || !counts)
		return classic_settings.verdict;
	slot = bpf_ringbuf_reserve(buffer, sizeof(*slot), 0);
	if (!slot) {
		counts->dropped++;
		return classic_settings.verdict;
	}
	length = bpf_xdp_get_buff_len(ctx);
	slot->original_length = length;
	if (length > SLOT_DATA)
		length = SLOT_DATA;
	slot->timestamp_ns = now;
	slot->action = 0;
	slot->mode = 0;
	slot->captured_length = length;
	if (length > 0 && length <= SLOT_DATA)
		bpf_xdp_load_bytes(ctx, 0, slot->data, length);
	counts->written++;
	bpf_ringbuf_submit(slot, classic_settings.wakeup_flags);
	return classic_settings.verdict;
}

char classic_license[] SEC("license") = "GPL";
