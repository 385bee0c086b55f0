// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * What lies in the ring is what was sent: lengths, cuts, wraps, and packets in pieces.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <bpf/bpf.h>

#include "cases.h"
#include "world.h"

#define ETHERNET_MIN 14u

/* The linear part that BPF_PROG_TEST_RUN fills first is a page less headroom and skb_shared_info.
 */
static const uint32_t long_lengths[] = {3000, 3390, 3391, 3500, 3520, 3600,  4096,     5000,
					8192, 9000, 9014, 9018, 9216, 16000, 32 * KIB, 60 * KIB};
#define LONG_LENGTHS (sizeof(long_lengths) / sizeof(*long_lengths))

static void every_length(void)
{
	struct world *world = world_open((struct world_setup){.interface_id = 7});

	for (uint32_t length = ETHERNET_MIN; length <= 3000; length++) {
		send_written(world, packet(length), length);
		read_all(world, 0);
	}
}

static void frags(void)
{
	struct world *world = world_open((struct world_setup){.interface_id = 1});

	for (size_t i = 0; i < LONG_LENGTHS; i++)
		send_written(world, packet(i), long_lengths[i]);
}

static void every_length_around(uint32_t center)
{
	struct world *world = world_open((struct world_setup){});

	for (uint32_t length = center - 20; length <= center + 20; length++)
		send_written(world, packet(length), length);
}

static void frags_at_9000(void)
{
	every_length_around(9000);
}

static void frags_at_page_ends(void)
{
	every_length_around(3500);
	every_length_around(4096);
	every_length_around(8192);
}

static void snap_length(uint32_t snap)
{
	struct world *world = world_open((struct world_setup){.snap_length = snap});

	for (uint32_t length = ETHERNET_MIN; length <= 300; length++)
		send_written(world, packet(length), length);
	for (size_t i = 0; i < LONG_LENGTHS; i++)
		send_written(world, packet(i), long_lengths[i]);
}

static void snap_length_1(void)
{
	snap_length(1);
}

static void snap_length_64(void)
{
	snap_length(64);
}

static void snap_length_96(void)
{
	snap_length(96);
}

static void snap_length_odd(void)
{
	snap_length(1501);
}

static void snap_length_most(void)
{
	snap_length(RINGTAIL_SNAP_LENGTH_MAX);
}

static void extent_of_filter(void)
{
	static const uint32_t extents[] = {
		0, 1, 13, 14, 63, 64, 65, 128, 1000, 1023, 1024, 300000, RINGTAIL_WHOLE};
	struct world *world = world_open((struct world_setup){.snap_length = 1023});
	int filter = world_stage(world, "stage_bound");

	world_set_slot(world, RINGTAIL_SLOT_FILTER, filter);
	for (size_t i = 0; i < sizeof(extents) / sizeof(*extents); i++) {
		world->extent = world->stage_data->extent = extents[i];
		for (uint32_t length = ETHERNET_MIN; length <= 1100; length += 3)
			send_written(world, packet(length), length);
		send_written(world, packet(i), 9000);
		read_all(world, 0);
	}
	/* A filter without a bound behind one that had: the old extent must not stay. */
	world->extent = RINGTAIL_WHOLE;
	world_set_slot(world, RINGTAIL_SLOT_FILTER, world->capture);
	send_written(world, packet(0), 900);
}

/*
 * A record of each length at each place around the end of the ring, and the record after it.
 */
static void every_wrap(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 4096});
	uint32_t ring_bytes = world->setup.ring_bytes, longest = 2100;
	uint64_t lap = 0;

	for (uint32_t length = ETHERNET_MIN; length <= longest; length++) {
		for (uint32_t before = 4; before <= record_length(length) + 4; before += 4) {
			world_place(world, 0, ++lap * ring_bytes - before);
			send_written(world, packet(length), length);
			send_written(world, packet(before), 60 + before % 7);
			read_all(world, 0);
		}
		world->expected_count = world->expected_read = 0;
	}
}

static void longest_wraps(void)
{
	struct world *world = world_open((struct world_setup){});
	uint32_t ring_bytes = world->setup.ring_bytes, length = 60 * KIB;
	uint64_t lap = 0;

	for (uint32_t before = 4; before <= record_length(length) + 4; before += 1020) {
		world_place(world, 0, ++lap * ring_bytes - before);
		send_written(world, packet(before), length);
		send_written(world, packet(before), 60);
		read_all(world, 0);
	}
}

/* Positions do not wrap in practice; they may still be large. */
static void high_positions(void)
{
	struct world *world = world_open((struct world_setup){});

	world_place(world, 0, (1ull << 63) - 4096);
	for (uint32_t i = 0; i < 200; i++)
		send_written(world, packet(i), 60 + i);
	read_all(world, 0);
}

static void laps_of_mixed_lengths(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 9216});
	uint64_t end = 40ull * world->setup.ring_bytes;
	uint32_t state = 1;

	for (uint32_t i = 0; world->ring[0].producer->produced < end; i++) {
		state = state * 1664525 + 1013904223;
		send_written(world, packet(i), ETHERNET_MIN + (state >> 16) % (i % 9 ? 600 : 9200));
		if (world->ring[0].producer->produced - world->ring[0].position > 700 * KIB)
			read_all(world, 0);
	}
}

/* A stage in front of the entry program. */
static int in_front(struct world *world, const char *stage)
{
	int program = world_stage(world, stage);
	int next = bpf_map__fd(bpf_object__find_map_by_name(world->stages, "stage_next"));
	uint32_t zero = 0;

	EXPECT(!bpf_map_update_elem(next, &zero, &world->entry, BPF_ANY), "no next stage: %s",
	       strerror(errno));
	return program;
}

static void least_linear_part(void)
{
	struct world *world = world_open((struct world_setup){});
	int cut = in_front(world, "stage_cut");

	for (size_t i = 0; i < LONG_LENGTHS; i++) {
		uint32_t cut_bytes;

		run_program(world, cut, packet(i), long_lengths[i]);
		/* How much was cut is known only now. */
		cut_bytes = world->stage_data->cut_bytes;
		expect_written(world, packet(i) + cut_bytes, long_lengths[i] - cut_bytes);
		read_all(world, 0);
	}
}

/* Kernels that let a test choose the linear part; drivers with header split have an empty one. */
static void chosen_linear_part(void)
{
	static const uint32_t linear[] = {0, 1, 13, 14, 15, 32, 63, 64, 65, 127, 128, 129, 1000};
	struct world *world = world_open((struct world_setup){});
	int look = in_front(world, "stage_look");
	uint32_t accepted = 0;

	for (size_t i = 0; i < sizeof(linear) / sizeof(*linear); i++) {
		for (uint32_t length = 1001; length < 6000; length += 2000) {
			struct xdp_md context = {.data_end = linear[i]};
			LIBBPF_OPTS(bpf_test_run_opts, run, .data_in = packet(i),
				    .data_size_in = length, .ctx_in = &context,
				    .ctx_size_in = sizeof(context), .repeat = 1);

			world->sent_first_ns = world->sent_first_ns ?: wall_ns();
			if (bpf_prog_test_run_opts(look, &run))
				continue;
			EXPECT_EQUAL("linear part", world->stage_data->linear, linear[i]);
			accepted++;
			expect_written(world, packet(i), length);
			read_all(world, 0);
		}
	}
	if (!accepted)
		skip("this kernel does not let BPF_PROG_TEST_RUN choose the linear part");
}

static void without_frags(void)
{
	struct world *world = world_open((struct world_setup){.no_frags = true, .snap_length = 96});

	for (uint32_t length = ETHERNET_MIN; length <= 3000; length++)
		send_written(world, packet(length), length);
}

static void time_of_the_wall_clock(void)
{
	struct world *world = world_open((struct world_setup){});

	send_written(world, packet(0), 60);
	read_all(world, 0);
	/* The agent follows the clock by the offset alone: an hour to the future. */
	world->ahead_ns = 3600 * 1000000000ull;
	world->control->tai_offset_ns -= world->ahead_ns;
	send_written(world, packet(0), 60);
}

static void each_ring_its_own(void)
{
	struct world *world = world_open((struct world_setup){.rings = 3});

	for (uint32_t ring = 0; ring < 3; ring++) {
		world_set_ring_of_cpu(world, 2 - ring);
		for (uint32_t i = 0; i < 100; i++)
			send_written(world, packet(ring), 60 + i);
		read_all(world, 2 - ring);
	}
}

static void verdicts(void)
{
	for (uint32_t verdict = XDP_DROP; verdict <= XDP_TX; verdict++) {
		struct world *world = world_open((struct world_setup){.verdict = verdict});

		send_written(world, packet(verdict), 60);
		world->control->gate = 0;
		run_program(world, world->entry, packet(verdict), 60);
		world->control->gate = 1;
		world_clear_slot(world, RINGTAIL_SLOT_FILTER);
		send_uncaptured(world, packet(verdict), 60, &world->model.dropped_tailcall);
	}
}

const struct test_case record_cases[] = {
	{"record", "every length from 14 to 3000 bytes, whole", every_length},
	{"record", "packets in frags up to 60 KiB", frags},
	{"record", "every length around 9000 bytes", frags_at_9000},
	{"record", "every length around ends of pages", frags_at_page_ends},
	{"record", "snap length 1", snap_length_1},
	{"record", "snap length 64", snap_length_64},
	{"record", "snap length 96", snap_length_96},
	{"record", "snap length 1501", snap_length_odd},
	{"record", "snap length 262144", snap_length_most},
	{"record", "extent of a filter, also 0 and over the snap length", extent_of_filter},
	{"record", "least linear part that the kernel allows, the rest in frags",
	 least_linear_part},
	{"record", "empty and short linear part", chosen_linear_part},
	{"record", "program without frags", without_frags},
	{"record", "time follows the wall clock by the offset", time_of_the_wall_clock},
	{"record", "a ring for each CPU", each_ring_its_own},
	{"record", "verdict as set", verdicts},
	{"wrap", "every length from 14 to 2100 at every place around the end", every_wrap},
	{"wrap", "60 KiB around the end", longest_wraps},
	{"wrap", "positions beyond 63 bits", high_positions},
	{"wrap", "40 laps of mixed lengths, read by stretches", laps_of_mixed_lengths},
	{},
};
