// SPDX-License-Identifier: Apache-2.0
/*
 * ringtail-ringread - a reader of one Ringtail ring in C, which the Java reader is compared with:
 * the same stretches, marks, bells and hand-back, and writes into one file over and over.
 *
 *   ringtail-ringread RINGS_MAP_ID BELL_MAP_ID RING_BYTES ELEMENT_BYTES MARK_SHIFT FILE CPU
 *
 * Says "ready", reads until SIGTERM, empties the ring, and prints {"bytes":N,"cpu_seconds":S}.
 */
#define _GNU_SOURCE
#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/types.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "ringtail_abi.h"

#define FILE_BYTES (256ull << 20)
#define LARGEST_MARK (2ull << 20)
#define LONGEST_SLEEP_MS 50
#define PAGE 4096

struct reader {
	struct ringtail_consumer *consumer;
	struct ringtail_producer *producer;
	uint8_t *data;
	uint64_t ring_bytes;
	unsigned mark_shift;
	int file;
	uint64_t file_position;
	uint64_t bytes;
	int epoll;
	__u64 *bell_consumer;
	const __u64 *bell_producer;
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

static void *map_or_die(int fd, size_t bytes, int protection, off_t offset)
{
	void *memory = mmap(NULL, bytes, protection, MAP_SHARED | MAP_POPULATE, fd, offset);

	if (fd < 0 || memory == MAP_FAILED) {
		fprintf(stderr, "ringtail-ringread: cannot map: %s\n", strerror(errno));
		exit(1);
	}
	return memory;
}

static __u64 acquire(const __u64 *at)
{
	return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}

static void write_out(struct reader *reader, const uint8_t *from, uint64_t bytes)
{
	if (reader->file_position + bytes > FILE_BYTES)
		reader->file_position = 0;
	for (uint64_t done = 0; done < bytes;) {
		ssize_t n = pwrite(reader->file, from + done, bytes - done,
				   reader->file_position + done);

		if (n < 0 && errno != EINTR) {
			fprintf(stderr, "ringtail-ringread: %s\n", strerror(errno));
			exit(1);
		}
		done += n > 0 ? n : 0;
	}
	reader->file_position += bytes;
	reader->bytes += bytes;
}

/* One range, up to produced or to the next mark. */
static bool read_some(struct reader *reader)
{
	uint64_t consumed = reader->consumer->consumed;
	uint64_t end = acquire(&reader->producer->produced);

	if (end == consumed)
		return false;
	if ((consumed ^ end) >> reader->mark_shift)
		end = __atomic_load_n(
			&reader->producer
				 ->mark[((consumed >> reader->mark_shift) + 1) % RINGTAIL_MARKS],
			__ATOMIC_RELAXED);
	write_out(reader, reader->data + (consumed & (reader->ring_bytes - 1)), end - consumed);
	__atomic_store_n(&reader->consumer->consumed, end, __ATOMIC_RELEASE);
	return true;
}

static void sleep_until_bell(struct reader *reader)
{
	uint64_t mark =
		reader->ring_bytes / 8 < LARGEST_MARK ? reader->ring_bytes / 8 : LARGEST_MARK;
	uint64_t consumed = reader->consumer->consumed;
	struct epoll_event event;

	__atomic_store_n(&reader->consumer->wake_at, consumed + mark, __ATOMIC_SEQ_CST);
	if (acquire(&reader->producer->produced) - consumed < mark &&
	    epoll_wait(reader->epoll, &event, 1, LONGEST_SLEEP_MS) > 0)
		__atomic_store_n(reader->bell_consumer, acquire(reader->bell_producer),
				 __ATOMIC_RELEASE);
	__atomic_store_n(&reader->consumer->wake_at, RINGTAIL_AWAKE, __ATOMIC_RELAXED);
}

static struct reader open_reader(char **arg)
{
	int rings = bpf_map_get_fd_by_id(atoi(arg[0])), bell = bpf_map_get_fd_by_id(atoi(arg[1]));
	struct reader reader = {.ring_bytes = strtoull(arg[2], NULL, 10),
				.mark_shift = atoi(arg[4])};
	uint8_t *element = map_or_die(rings, strtoull(arg[3], NULL, 10), PROT_READ | PROT_WRITE, 0);
	struct epoll_event event = {.events = EPOLLIN};

	reader.consumer = (void *)element;
	reader.producer = (void *)(element + RINGTAIL_PAGE);
	reader.data = element + RINGTAIL_RING_DATA;
	reader.bell_consumer = map_or_die(bell, PAGE, PROT_READ | PROT_WRITE, 0);
	reader.bell_producer = map_or_die(bell, PAGE, PROT_READ, PAGE);
	reader.file = open(arg[5], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (reader.file < 0 || posix_fallocate(reader.file, 0, FILE_BYTES)) {
		fprintf(stderr, "ringtail-ringread: %s: no room\n", arg[5]);
		exit(1);
	}
	reader.epoll = epoll_create1(EPOLL_CLOEXEC);
	epoll_ctl(reader.epoll, EPOLL_CTL_ADD, bell, &event);
	return reader;
}

static double cpu_seconds(void)
{
	struct timespec used;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	return used.tv_sec + used.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	struct reader reader;
	cpu_set_t cpus;

	if (argc != 8) {
		fprintf(stderr, "usage: ringtail-ringread RINGS_MAP_ID BELL_MAP_ID RING_BYTES "
				"ELEMENT_BYTES MARK_SHIFT FILE CPU\n");
		return 2;
	}
	CPU_ZERO(&cpus);
	CPU_SET(atoi(argv[7]), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	signal(SIGTERM, stop);
	prctl(PR_SET_PDEATHSIG, SIGTERM); /* the bench was killed */
	reader = open_reader(argv + 1);
	printf("ready\n");
	fflush(stdout);
	double before = cpu_seconds();
	while (!stopped) {
		read_some(&reader);
		sleep_until_bell(&reader);
	}
	while (read_some(&reader))
		;
	printf("{\"bytes\":%llu,\"cpu_seconds\":%.6f}\n", (unsigned long long)reader.bytes,
	       cpu_seconds() - before);
	return 0;
}
