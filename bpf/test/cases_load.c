// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * What loads, and what the kernel must refuse.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <bpf/bpf.h>

#include "cases.h"
#include "world.h"

static void with_and_without_frags(void)
{
	for (int no_frags = 0; no_frags <= 1; no_frags++) {
		struct world *world = world_open((struct world_setup){.no_frags = no_frags});

		send_written(world, packet(0), 60);
	}
}

static void every_snap_length(void)
{
	static const uint32_t snap_lengths[] = {1,  2,	  3,	 4,
						64, 1499, 65535, RINGTAIL_SNAP_LENGTH_MAX};

	for (size_t i = 0; i < sizeof(snap_lengths) / sizeof(*snap_lengths); i++) {
		world_open((struct world_setup){.snap_length = snap_lengths[i]});
		worlds_close();
	}
}

static uint64_t available_mib(void)
{
	FILE *file = fopen("/proc/meminfo", "r");
	unsigned long long kib = 0;
	char line[128];

	while (file && fgets(line, sizeof(line), file))
		sscanf(line, "MemAvailable: %llu kB", &kib);
	if (file)
		fclose(file);
	return kib / KIB;
}

static void largest_ring(void)
{
	struct world *world;

	if (available_mib() < 1024)
		skip("1 GiB of free memory is needed");
	world = world_open((struct world_setup){.ring_bytes = RINGTAIL_RING_BYTES_MAX});
	world_place(world, 0, RINGTAIL_RING_BYTES_MAX - 16);
	send_written(world, packet(0), 9000);
	send_written(world, packet(1), 60);
	read_all(world, 0);
}

static void expect_refused(const char *what, struct world_setup setup)
{
	libbpf_print_fn_t print = libbpf_set_print(NULL);
	struct world *world;
	int error = world_try_open(setup, &world);

	libbpf_set_print(print);
	EXPECT(error, "%s is not refused", what);
}

static void larger_ring(void)
{
	if (available_mib() < 2048)
		skip("2 GiB of free memory are needed");
	expect_refused("a ring over RINGTAIL_RING_BYTES_MAX",
		       (struct world_setup){.ring_bytes = 2 * RINGTAIL_RING_BYTES_MAX});
}

/* The verifier stands behind the loader: a record can never be written outside its ring. */
static void too_little_slack(void)
{
	expect_refused("slack a page too short",
		       (struct world_setup){.snap_length = 8000, .more_slack = -4096});
}

static void mixed_frags_flags(void)
{
	struct world *with = world_open((struct world_setup){});
	struct world *without = world_open((struct world_setup){.no_frags = true});
	uint32_t slot = RINGTAIL_SLOT_CAPTURE;

	EXPECT(bpf_map_update_elem(with->slots, &slot, &without->capture, BPF_ANY) == -EINVAL,
	       "a program without frags is taken into the slots of one with");
	EXPECT(bpf_map_update_elem(without->slots, &slot, &with->capture, BPF_ANY) == -EINVAL,
	       "a program with frags is taken into the slots of one without");
}

static void two_interfaces_one_ring(void)
{
	struct world *first = world_open((struct world_setup){.interface_id = 1});
	struct world *second =
		world_open((struct world_setup){.interface_id = 2, .shares_rings_of = first});

	for (uint32_t i = 0; i < 100; i++) {
		send_written(second, packet(i), 60 + i);
		send_written(first, packet(i), 160 + i);
	}
}

const struct test_case load_cases[] = {
	{"load", "with and without frags", with_and_without_frags},
	{"load", "snap lengths from 1 to 262144", every_snap_length},
	{"load", "the largest ring", largest_ring},
	{"load", "a ring over the largest is refused", larger_ring},
	{"load", "too little slack is refused", too_little_slack},
	{"load", "programs whose frags flags differ are refused", mixed_frags_flags},
	{"load", "two interfaces, one ring", two_interfaces_one_ring},
	{},
};
