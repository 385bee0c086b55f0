// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * What a packet costs the producer over a program that does nothing. Both run by BPF_PROG_TEST_RUN
 * with as many repetitions as fit into the ring, which is emptied between them by moving the
 * reader's position: no reader disturbs. The kernel's own time is taken, since each such call waits
 * 10 ms for an RCU grace period outside of it; it leaves out time given to other processes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <bpf/bpf.h>

#include "cases.h"
#include "world.h"

#define RUNS 11
#define PACKETS_PER_RUN 500000u
#define BENCH_RING (16 * MIB)

static double ns_per_packet(struct world *world, int program, uint32_t length)
{
	uint32_t batch = BENCH_RING / record_length(length), batches = PACKETS_PER_RUN / batch + 1;
	struct ring *ring = &world->ring[0];
	double spent = 0;

	for (uint32_t i = 0; i < batches; i++) {
		LIBBPF_OPTS(bpf_test_run_opts, run, .data_in = packet(0), .data_size_in = length,
			    .repeat = batch);

		EXPECT(!bpf_prog_test_run_opts(program, &run), "%s", strerror(errno));
		spent += run.duration;
		ring->position = ring->producer->produced;
		ring->consumer->consumed = ring->position;
	}
	return spent / batches;
}

static int ascending(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static void print_row(const char *what, uint32_t length, double *values)
{
	qsort(values, RUNS, sizeof(*values), ascending);
	printf("%-24s %5u B  %7.1f %7.1f %7.1f\n", what, length, values[0], values[RUNS / 2],
	       values[RUNS - 1]);
	fflush(stdout);
}

static void producer_cost(void)
{
	static const uint32_t lengths[] = {64, 256, 1500};
	struct world *world = world_open((struct world_setup){
		.ring_bytes = BENCH_RING, .snap_length = 9216, .verdict = XDP_DROP});
	int nop = world_load_nop(world);

	printf("ns per packet             length      min  median     max of %d runs\n", RUNS);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		double floor[RUNS], capture[RUNS], over[RUNS];

		for (int run = 0; run < RUNS; run++) {
			floor[run] = ns_per_packet(world, nop, lengths[i]);
			capture[run] = ns_per_packet(world, world->entry, lengths[i]);
			over[run] = capture[run] - floor[run];
		}
		print_row("empty program", lengths[i], floor);
		print_row("entry and capture", lengths[i], capture);
		print_row("capture over empty", lengths[i], over);
	}
	EXPECT_EQUAL("dropped_ring_full", world->counters[world->cpu].dropped_ring_full, 0);
}

static void nothing(void)
{
}

int bench(void)
{
	tap_run(&(struct test_case){"bench", "producer", producer_cost}, nothing, worlds_close);
	return tap_close();
}
