// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Every packet is written or counted by cause.
 */
#include <string.h>

#include "cases.h"
#include "world.h"

/* Fills a ring that is empty; the number of packets that fit. */
static uint32_t fill(struct world *world, uint32_t length)
{
	uint32_t fit = world->setup.ring_bytes / record_length(length);

	for (uint32_t i = 0; i < fit; i++)
		send_written(world, packet(i), length);
	return fit;
}

static void ring_full(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 1500});
	uint64_t produced;

	fill(world, 100);
	produced = world->ring[0].producer->produced;
	for (uint32_t i = 0; i < 1000; i++)
		send_uncaptured(world, packet(i), 100, &world->model.dropped_ring_full);
	EXPECT_EQUAL("produced", world->ring[0].producer->produced, produced);
}

/* A record length that divides the ring: the last byte is used. */
static void ring_full_to_the_last_byte(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 1500});

	EXPECT_EQUAL("fitting", fill(world, 32), world->setup.ring_bytes / 64);
	EXPECT_EQUAL("produced", world->ring[0].producer->produced, world->setup.ring_bytes);
	send_uncaptured(world, packet(0), 32, &world->model.dropped_ring_full);
}

static void reader_stalls_and_comes_back(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 1500});
	uint32_t length = 200, record = record_length(length);

	fill(world, length);
	for (uint32_t round = 1; round <= 50; round++) {
		for (uint32_t i = 0; i < round; i++)
			send_uncaptured(world, packet(i), length, &world->model.dropped_ring_full);
		read_bytes(world, 0, round * record);
		for (uint32_t i = 0; i < round; i++)
			send_written(world, packet(round + i), length);
		send_uncaptured(world, packet(round), length, &world->model.dropped_ring_full);
	}
	read_all(world, 0);
	fill(world, length);
}

/* A short packet may still fit where a long one does not. */
static void long_packet_does_not_fit(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 1500});

	fill(world, 1500);
	send_uncaptured(world, packet(0), 1500, &world->model.dropped_ring_full);
	send_written(world, packet(1), 60);
}

static void reentered(bool preempt_rt)
{
	struct world *world = world_open((struct world_setup){.preempt_rt = preempt_rt});

	send_written(world, packet(0), 60);
	world->ring[0].producer->busy = 1;
	for (uint32_t i = 0; i < 10; i++)
		send_uncaptured(world, packet(i), 60, &world->model.dropped_reentered);
	EXPECT_EQUAL("busy", world->ring[0].producer->busy, 1);
	world->ring[0].producer->busy = 0;
	send_written(world, packet(1), 60);
	EXPECT_EQUAL("busy", world->ring[0].producer->busy, 0);
}

static void busy_ring(void)
{
	reentered(false);
}

static void busy_ring_preempt_rt(void)
{
	reentered(true);
}

static void drops_leave_the_ring_free(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 1500});

	fill(world, 1500);
	send_uncaptured(world, packet(0), 1500, &world->model.dropped_ring_full);
	EXPECT_EQUAL("busy", world->ring[0].producer->busy, 0);
}

static void no_ring(void)
{
	struct world *world = world_open((struct world_setup){.rings = 2});

	world_set_ring_of_cpu(world, RINGTAIL_NO_RING);
	send_uncaptured(world, packet(0), 60, &world->model.dropped_no_ring);
	world_set_ring_of_cpu(world, 2);
	send_uncaptured(world, packet(0), 60, &world->model.dropped_no_ring);
	world_set_ring_of_cpu(world, 0);
	send_written(world, packet(0), 60);
}

static void slot_0_empty(void)
{
	struct world *world = world_open((struct world_setup){});

	send_written(world, packet(0), 60);
	world_clear_slot(world, RINGTAIL_SLOT_FILTER);
	send_uncaptured(world, packet(0), 60, &world->model.dropped_tailcall);
	world_set_slot(world, RINGTAIL_SLOT_FILTER, world->capture);
	send_written(world, packet(0), 60);
}

static void slot_1_empty(void)
{
	struct world *world = world_open((struct world_setup){});

	world_set_slot(world, RINGTAIL_SLOT_FILTER, world_stage(world, "stage_bound"));
	world_clear_slot(world, RINGTAIL_SLOT_CAPTURE);
	send_uncaptured(world, packet(0), 60, &world->model.dropped_tailcall);
}

static void filtered(void)
{
	struct world *world = world_open((struct world_setup){});

	world_set_slot(world, RINGTAIL_SLOT_FILTER, world_stage(world, "stage_reject"));
	for (uint32_t i = 0; i < 10; i++)
		send_uncaptured(world, packet(i), 60, &world->model.filtered);
	EXPECT_EQUAL("produced", world->ring[0].producer->produced, 0);
}

static void gate_closed(void)
{
	struct world *world = world_open((struct world_setup){});

	world->control->gate = 0;
	run_program(world, world->entry, packet(0), 60);
	world->control->gate = 1;
	send_written(world, packet(0), 60);
	world->control->gate = 0;
	run_program(world, world->entry, packet(0), 60);
}

static void copy_refused(void)
{
	struct world *world = world_open(
		(struct world_setup){.object = "ringtail_xdp_refuse", .snap_length = 2000});

	for (uint32_t i = 0; i < 10; i++) {
		send_uncaptured(world, packet(i), 1500, &world->model.dropped_copy_failed);
		EXPECT_EQUAL("produced", world->ring[0].producer->produced, 0);
		EXPECT_EQUAL("busy", world->ring[0].producer->busy, 0);
	}
}

static void preempt_rt(void)
{
	struct world *world =
		world_open((struct world_setup){.preempt_rt = true, .snap_length = 1000});

	for (uint32_t i = 0; i < 3000; i++) {
		send_written(world, packet(i), 14 + i % 1400);
		if (i % 500 == 0)
			read_all(world, 0);
	}
	read_all(world, 0);
	fill(world, 100);
	send_uncaptured(world, packet(0), 100, &world->model.dropped_ring_full);
}

static void occupancy(void)
{
	static const uint64_t samples[RINGTAIL_OCCUPANCY_BUCKETS] = {1, 2, 2, 2, 2, 2, 2, 3};
	struct world *world = world_open((struct world_setup){.snap_length = 1500});

	/* Records of 64 bytes: a sample each 64 KiB, the last in a ring that is full. */
	fill(world, 32);
	for (uint32_t i = 0; i < RINGTAIL_OCCUPANCY_BUCKETS; i++)
		EXPECT_EQUAL("samples", world->ring[0].producer->occupancy[i], samples[i]);
	/* The reader's position is read anew: an empty ring is seen as one. */
	read_all(world, 0);
	fill(world, 32);
	EXPECT_EQUAL("samples", world->ring[0].producer->occupancy[0], 2 * samples[0]);
	EXPECT_EQUAL("samples", world->ring[0].producer->occupancy[7], 2 * samples[7]);
}

static void truncated_is_information(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 64});

	send_written(world, packet(0), 64);
	EXPECT_EQUAL("truncated", world->counters[world->cpu].truncated, 0);
	send_written(world, packet(0), 65);
	EXPECT_EQUAL("truncated", world->counters[world->cpu].truncated, 1);
	EXPECT_EQUAL("written_bytes", world->counters[world->cpu].written_bytes, 128);
}

const struct test_case funnel_cases[] = {
	{"funnel", "a full ring drops and counts", ring_full},
	{"funnel", "a ring fills to its last byte", ring_full_to_the_last_byte},
	{"funnel", "a reader that stalls and comes back", reader_stalls_and_comes_back},
	{"funnel", "a long packet does not fit, a short one does", long_packet_does_not_fit},
	{"funnel", "a busy ring is left alone", busy_ring},
	{"funnel", "a busy ring is left alone, PREEMPT_RT", busy_ring_preempt_rt},
	{"funnel", "a drop leaves the ring free", drops_leave_the_ring_free},
	{"funnel", "a CPU without a ring", no_ring},
	{"funnel", "slot 0 empty", slot_0_empty},
	{"funnel", "slot 1 empty", slot_1_empty},
	{"funnel", "filtered packets", filtered},
	{"funnel", "a closed gate counts nothing", gate_closed},
	{"funnel", "a copy that the kernel refuses publishes nothing", copy_refused},
	{"funnel", "atomic counting for PREEMPT_RT", preempt_rt},
	{"funnel", "fill levels", occupancy},
	{"funnel", "truncated is information", truncated_is_information},
	{},
};
