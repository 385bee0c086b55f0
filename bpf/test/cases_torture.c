// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Senders of different priorities on one CPU, into one ring that is read meanwhile. Where the kernel
 * lets one preempt another in the middle of a record (PREEMPT_RT up to 6.1 does), only the busy flag
 * keeps their records apart. Every record must be whole and its sender's, and each packet counted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "cases.h"
#include "world.h"

#define SENDERS 6
#define SECONDS 3
#define LONGEST 1500u

struct sender {
	pthread_t thread;
	struct world *world;
	unsigned int number;
	int error;
	uint8_t packet[LONGEST];
	uint32_t length;
};

static volatile bool over;

static bool is_preempt_rt(void)
{
	char answer[2] = "";
	FILE *file = fopen("/sys/kernel/realtime", "r");
	bool rt = file && fread(answer, 1, 1, file) == 1 && answer[0] == '1';

	if (file)
		fclose(file);
	return rt;
}

static void pin(int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	pthread_setaffinity_np(pthread_self(), sizeof(cpus), &cpus);
}

/* The first never pauses; those above it interrupt it, and one another, whenever they wake up. */
static void *send_until_over(void *argument)
{
	struct sender *sender = argument;
	struct sched_param priority = {.sched_priority = 10 + (int)sender->number};

	pin(sender->world->cpu);
	if (sender->number)
		pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority);
	while (!over && !sender->error) {
		LIBBPF_OPTS(bpf_test_run_opts, run, .data_in = sender->packet,
			    .data_size_in = sender->length, .repeat = sender->number ? 2000 : 200000);

		if (bpf_prog_test_run_opts(sender->world->entry, &run))
			sender->error = errno;
		if (sender->number)
			usleep(100 + 37 * sender->number);
	}
	return NULL;
}

/* One record at the start of `room` bytes; its length. */
static size_t check(const struct sender *senders, const uint8_t *record, size_t room)
{
	struct ringtail_epb epb;
	const struct sender *sender;
	uint32_t last;

	EXPECT(room >= sizeof(epb), "%zu bytes are no record", room);
	memcpy(&epb, record, sizeof(epb));
	EXPECT_EQUAL("block type", epb.type, RINGTAIL_EPB_TYPE);
	EXPECT(record[RINGTAIL_EPB_HEADER] < SENDERS, "no sender has number %u",
	       record[RINGTAIL_EPB_HEADER]);
	sender = &senders[record[RINGTAIL_EPB_HEADER]];
	EXPECT_EQUAL("captured length", epb.captured_length, sender->length);
	EXPECT_EQUAL("block total length", epb.total_length, record_length(sender->length));
	EXPECT(room >= epb.total_length, "%zu bytes left of %u", room, epb.total_length);
	EXPECT(!memcmp(record + RINGTAIL_EPB_HEADER, sender->packet, sender->length),
	       "a record of sender %u has other bytes in it", sender->number);
	memcpy(&last, record + epb.total_length - 4, 4);
	EXPECT_EQUAL("block total length at its end", last, epb.total_length);
	return epb.total_length;
}

/* Takes out one stretch; records in it. */
static uint64_t drain(struct world *world, const struct sender *senders)
{
	struct ring *ring = &world->ring[0];
	uint64_t produced = __atomic_load_n(&ring->producer->produced, __ATOMIC_ACQUIRE);
	uint32_t shift = world->settings.mark_shift;
	uint64_t next = (ring->position >> shift) + 1, end = produced, records = 0;

	if (produced >> shift >= next)
		end = ring->producer->mark[next % RINGTAIL_MARKS];
	while (ring->position < end) {
		uint64_t at = ring->position & (world->setup.ring_bytes - 1);

		ring->position += check(senders, ring->data + at, end - ring->position);
		records++;
	}
	__atomic_store_n(&ring->consumer->consumed, ring->position, __ATOMIC_RELEASE);
	return records;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

static void senders_preempt_one_another(void)
{
	static struct sender senders[SENDERS];
	struct world *world = world_open(
		(struct world_setup){.snap_length = LONGEST, .preempt_rt = is_preempt_rt()});
	const struct ringtail_counters *counted = &world->counters[world->cpu];
	uint64_t records = 0, some;
	double end = now() + SECONDS;

	if (world->cpus < 2)
		skip("needs a second CPU for the reader");
	over = false;
	for (unsigned int i = 0; i < SENDERS; i++) {
		struct sender *sender = &senders[i];

		*sender = (struct sender){.world = world, .number = i};
		sender->length = LONGEST - 211 * i;
		memset(sender->packet, (int)(0x40 + i), sender->length);
		sender->packet[0] = i;
	}
	pin((world->cpu + 1) % world->cpus);
	for (unsigned int i = 0; i < SENDERS; i++)
		pthread_create(&senders[i].thread, NULL, send_until_over, &senders[i]);
	while (now() < end)
		records += drain(world, senders);
	over = true;
	for (unsigned int i = 0; i < SENDERS; i++)
		pthread_join(senders[i].thread, NULL);
	pin(world->cpu);
	while ((some = drain(world, senders)))
		records += some;
	for (unsigned int i = 0; i < SENDERS; i++)
		EXPECT(!senders[i].error, "sender %u: %s", i, strerror(senders[i].error));
	printf("# %llu records, %llu found the ring taken, %llu found it full, %s\n",
	       (unsigned long long)records, (unsigned long long)counted->dropped_reentered,
	       (unsigned long long)counted->dropped_ring_full,
	       is_preempt_rt() ? "PREEMPT_RT" : "not PREEMPT_RT");
	EXPECT_EQUAL("records", records, counted->written);
	EXPECT_EQUAL("busy", world->ring[0].producer->busy, 0);
	world->model = *counted;
	world->model_bells = world->ring[0].producer->bells;
	world->model_bells_failed = world->ring[0].producer->bells_failed;
}

const struct test_case torture_cases[] = {
	{"torture", "senders of several priorities share a ring", senders_preempt_one_another},
	{0},
};
