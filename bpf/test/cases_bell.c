// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The doorbell rings once for each position that the reader asks for.
 */
#include <string.h>

#include "cases.h"
#include "world.h"

#define UNREAD_BELLS (RINGTAIL_PAGE / 16) /* a bell is 8 bytes and 8 of the kernel's */

struct listener {
	struct ring_buffer *bells;
	uint64_t rung;
	uint64_t last;
};

static int hear(void *context, void *data, size_t size)
{
	struct listener *listener = context;

	if (size == sizeof(listener->last))
		memcpy(&listener->last, data, size);
	listener->rung++;
	return 0;
}

/* Reads the bells that rang since the last time; whoever waits in epoll would wake for them. */
static struct listener listen(struct world *world)
{
	struct listener listener = {.last = ~0ull};

	listener.bells = ring_buffer__new(world->bell, hear, &listener, NULL);
	EXPECT(listener.bells, "the bell cannot be listened to");
	ring_buffer__poll(listener.bells, 0);
	ring_buffer__free(listener.bells);
	return listener;
}

static void send_some(struct world *world, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		send_written(world, packet(i), 32);
}

static void awake(void)
{
	struct world *world = world_open((struct world_setup){});

	send_some(world, 1000);
	EXPECT_EQUAL("bells heard", listen(world).rung, 0);
}

static void once_per_position(void)
{
	struct world *world = world_open((struct world_setup){});
	struct ring *ring = &world->ring[0];

	for (uint32_t round = 1; round <= 20; round++) {
		ring->consumer->wake_at = ring->position + 10 * 64;
		send_some(world, 9);
		EXPECT_EQUAL("bells heard before the mark", listen(world).rung, 0);
		send_some(world, 1);
		EXPECT_EQUAL("bells heard at the mark", listen(world).rung, 1);
		send_some(world, 100);
		EXPECT_EQUAL("bells heard behind the mark", listen(world).rung, 0);
		world->model_bells = round;
		read_all(world, 0);
	}
}

static void position_inside_a_record(void)
{
	struct world *world = world_open((struct world_setup){});

	world->ring[0].consumer->wake_at = 65;
	send_some(world, 1);
	EXPECT_EQUAL("bells heard before the mark", listen(world).rung, 0);
	send_some(world, 1);
	EXPECT_EQUAL("bells heard behind the mark", listen(world).rung, 1);
	world->model_bells = 1;
}

static void position_passed_already(void)
{
	struct world *world = world_open((struct world_setup){});

	send_some(world, 10);
	world->ring[0].consumer->wake_at = 64;
	send_some(world, 1);
	EXPECT_EQUAL("bells heard", listen(world).rung, 1);
	world->model_bells = 1;
}

static void drops_do_not_ring(void)
{
	struct world *world = world_open((struct world_setup){.snap_length = 1500});

	send_some(world, world->setup.ring_bytes / 64);
	world->ring[0].consumer->wake_at = 64;
	send_uncaptured(world, packet(0), 32, &world->model.dropped_ring_full);
	EXPECT_EQUAL("bells heard", listen(world).rung, 0);
}

static void shared_bell_names_the_ring(void)
{
	struct world *world = world_open((struct world_setup){.rings = 3});

	for (uint32_t ring = 0; ring < 3; ring++) {
		world_set_ring_of_cpu(world, ring);
		world->ring[ring].consumer->wake_at = 64;
		send_some(world, 1);
		EXPECT_EQUAL("ring that rang", listen(world).last, ring);
		read_all(world, ring);
	}
	world->model_bells = 3;
}

static void no_bell(void)
{
	struct world *world = world_open((struct world_setup){.no_bells = true});

	world->ring[0].consumer->wake_at = 64;
	send_some(world, 10);
	world->model_bells_failed = 1;
}

static void unread_bells(void)
{
	struct world *world = world_open((struct world_setup){});
	uint32_t rounds = UNREAD_BELLS + 10;

	for (uint32_t i = 1; i <= rounds; i++) {
		world->ring[0].consumer->wake_at = i * 64;
		send_some(world, 1);
	}
	world->model_bells = listen(world).rung;
	world->model_bells_failed = rounds - world->model_bells;
	EXPECT(world->model_bells >= UNREAD_BELLS - 1, "only %llu bells fit",
	       (unsigned long long)world->model_bells);
	/* One that was refused is not lost for good: the next mark rings. */
	world->ring[0].consumer->wake_at = (rounds + 1) * 64;
	send_some(world, 1);
	EXPECT_EQUAL("bells heard", listen(world).rung, 1);
	world->model_bells++;
}

const struct test_case bell_cases[] = {
	{"bell", "silent while the reader is awake", awake},
	{"bell", "once for each position", once_per_position},
	{"bell", "a position inside a record", position_inside_a_record},
	{"bell", "a position passed already", position_passed_already},
	{"bell", "drops do not ring", drops_do_not_ring},
	{"bell", "a shared bell says which ring", shared_bell_names_the_ring},
	{"bell", "a ring without a bell", no_bell},
	{"bell", "bells that nobody reads", unread_bells},
	{},
};
