// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * What is particular to tc: directions, and packets that are many. Tags beside the packet and
 * packets in pieces are not for BPF_PROG_TEST_RUN: real traffic tests them, in the agent's module.
 */
#include <errno.h>
#include <string.h>
#include <bpf/bpf.h>

#include "cases.h"
#include "world.h"

/* What BPF_PROG_TEST_RUN takes for an skb at most is a page with its overheads. */
#define LONGEST 3000u

static void every_length_both_ways(void)
{
	struct world *world = world_open((struct world_setup){.tc = true, .interface_id = 7});

	for (uint32_t length = 14; length <= LONGEST; length++) {
		world_direct(world, length % 3 ? RINGTAIL_INBOUND : RINGTAIL_OUTBOUND);
		send_written(world, packet(length), length);
		read_all(world, 0);
	}
}

static void every_snap_length(void)
{
	static const uint32_t snap_lengths[] = {1, 2, 3, 4, 15, 16, 17, 64, 96, 1501};

	for (size_t i = 0; i < sizeof(snap_lengths) / sizeof(*snap_lengths); i++) {
		struct world *world = world_open(
			(struct world_setup){.tc = true, .snap_length = snap_lengths[i]});

		for (uint32_t length = 14; length <= 200; length++)
			send_written(world, packet(length), length);
		send_written(world, packet(i), LONGEST);
		worlds_check();
		worlds_close();
	}
}

/* A record of each length at each place around the end of the ring. */
static void every_wrap(void)
{
	struct world *world = world_open((struct world_setup){.tc = true, .snap_length = 4096});
	uint64_t lap = 0;

	for (uint32_t length = 14; length <= 300; length++) {
		for (uint32_t before = 4; before <= record_length(length) + 16; before += 4) {
			world_place(world, 0, ++lap * world->setup.ring_bytes - before);
			send_written(world, packet(length), length);
			send_written(world, packet(before), 60);
			read_all(world, 0);
		}
		world->expected_count = world->expected_read = 0;
	}
}

static void send_merged(struct world *world, uint32_t segments)
{
	struct __sk_buff context = {.gso_segs = segments, .gso_size = segments ? 100 : 0};
	LIBBPF_OPTS(bpf_test_run_opts, run, .data_in = packet(segments), .data_size_in = 1000,
		    .ctx_in = &context, .ctx_size_in = sizeof(context), .repeat = 1);

	world->sent_first_ns = world->sent_first_ns ?: wall_ns();
	EXPECT(!bpf_prog_test_run_opts(world->entry, &run),
	       "a packet of %u segments cannot be run: %s", segments, strerror(errno));
	EXPECT_EQUAL("verdict", run.retval, world->setup.verdict);
	expect_written(world, packet(segments), 1000);
	world->model.merged += segments > 1 ? segments - 1 : 0;
}

static void merged(void)
{
	struct world *world = world_open((struct world_setup){.tc = true});

	for (uint32_t segments = 0; segments <= 45; segments++)
		send_merged(world, segments);
}

static void beside_xdp(void)
{
	struct world *xdp = world_open((struct world_setup){.interface_id = 1});
	struct world *tc = world_open(
		(struct world_setup){.tc = true, .interface_id = 1, .shares_rings_of = xdp});

	world_direct(tc, RINGTAIL_OUTBOUND);
	for (uint32_t i = 0; i < 100; i++) {
		send_written(tc, packet(i), 160 + i);
		send_written(xdp, packet(i), 60 + i);
	}
}

const struct test_case tc_cases[] = {
	{"tc", "every length from 14 to 3000 bytes, both ways", every_length_both_ways},
	{"tc", "snap lengths from 1 to 1501", every_snap_length},
	{"tc", "every length from 14 to 300 at every place around the end", every_wrap},
	{"tc", "a ring shared with XDP", beside_xdp},
	{"funnel", "packets that offloads merged are told", merged},
	{},
};
