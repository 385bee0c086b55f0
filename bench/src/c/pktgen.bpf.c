// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Source of paced frames. BPF_PROG_TEST_RUN with BPF_F_TEST_XDP_LIVE_FRAMES calls the program once
 * for each frame of a batch and hands the batch to the device that it redirects to: real XDP
 * frames, without an skb on the sending side.
 *
 * The pace is kept here: each such call waits for RCU, tens of milliseconds, so that a run must be
 * one call. The first frame of a batch waits until the batch is due. A late batch is not skipped;
 * the time that was lost is made up for.
 */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "payload.h"

/* More rounds than a batch interval can take. */
#define MAX_ROUNDS (1u << 22)

const volatile __u32 out_ifindex = 0;
const volatile __u32 batch = 64;
const volatile __u64 batch_interval_ns = 0; /* 0: as fast as this CPU can */

__u64 built = 0;
__u64 due_ns = 0;
__u64 first_ns = 0; /* when the first and the latest batch began */
__u64 last_ns = 0;
__u64 late = 0; /* batches that began more than one interval late */

static long is_due(__u32 round, void *due)
{
	return bpf_ktime_get_ns() >= *(__u64 *)due;
}

static __always_inline void begin_batch(void)
{
	__u64 now = bpf_ktime_get_ns();
	__u64 due = due_ns;

	if (!first_ns)
		first_ns = due = now;
	if (batch_interval_ns) {
		if (now > due + batch_interval_ns)
			late++;
		else
			bpf_loop(MAX_ROUNDS, is_due, &due, 0);
		due_ns = due + batch_interval_ns;
		now = bpf_ktime_get_ns();
	}
	last_ns = now;
}

SEC("xdp")
int pktgen_frame(struct xdp_md *ctx)
{
	void *data = (void *)(long)ctx->data;
	void *end = (void *)(long)ctx->data_end;
	struct payload *payload = data + PAYLOAD_OFFSET;

	if ((void *)(payload + 1) > end)
		return XDP_ABORTED;
	if (built % batch == 0)
		begin_batch();
	payload->sequence = built++;
	return bpf_redirect(out_ifindex, 0);
}

char pktgen_license[] SEC("license") = "GPL";
