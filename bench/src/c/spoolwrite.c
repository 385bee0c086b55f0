// SPDX-License-Identifier: Apache-2.0
/*
 * ringtail-spoolwrite GIGABYTES PIECE_BYTES FOLDER [sync] - writes pieces into four files of 64 MiB
 * in turn, over and over: what SpoolBench.java is compared with. With sync, each piece starts on
 * its way to the disk at once (sync_file_range). Prints {"bytes_per_second":N,"longest_write_ns":N}.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SOURCE_BYTES (32ull << 20)
#define FILE_BYTES (64ull << 20)
#define FILES 4

static void die(const char *what)
{
	fprintf(stderr, "ringtail-spoolwrite: %s: %s\n", what, strerror(errno));
	exit(1);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec * 1e-9;
}

static double longest_write;
static bool sync_at_once;

static void write_piece(int file, const uint8_t *source, uint64_t bytes, uint64_t position)
{
	double start = now(), taken;

	if (pwrite(file, source, bytes, position) != (ssize_t)bytes)
		die("write");
	if (sync_at_once && sync_file_range(file, position, bytes, SYNC_FILE_RANGE_WRITE))
		die("sync_file_range");
	taken = now() - start;
	if (taken > longest_write)
		longest_write = taken;
}

static double write_pieces(const int *files, const uint8_t *source, uint64_t bytes, uint64_t piece)
{
	double start = now();
	uint64_t file = 0, position = 0;

	for (uint64_t done = 0; done < bytes; done += piece) {
		if (position + piece > FILE_BYTES) {
			file = (file + 1) % FILES;
			position = 0;
		}
		write_piece(files[file], source + done % SOURCE_BYTES, piece, position);
		position += piece;
	}
	return now() - start;
}

int main(int argc, char **argv)
{
	uint64_t bytes, piece;
	uint8_t *source;
	double seconds;
	int files[FILES];
	char path[4096];

	sync_at_once = argc == 5 && !strcmp(argv[4], "sync");
	if (argc != 4 && !sync_at_once) {
		fprintf(stderr, "usage: ringtail-spoolwrite GIGABYTES PIECE_BYTES FOLDER [sync]\n");
		return 2;
	}
	bytes = strtoull(argv[1], NULL, 10) * 1000000000ull;
	piece = strtoull(argv[2], NULL, 10);
	source = mmap(NULL, SOURCE_BYTES, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (source == MAP_FAILED)
		die("memory");
	memset(source, 0x5a, SOURCE_BYTES);
	mkdir(argv[3], 0700);
	for (int i = 0; i < FILES; i++) {
		snprintf(path, sizeof(path), "%s/write.%d", argv[3], i);
		files[i] = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (files[i] < 0 || posix_fallocate(files[i], 0, FILE_BYTES))
			die(path);
		unlink(path);
	}
	write_pieces(files, source, FILE_BYTES * FILES, piece);
	longest_write = 0;
	seconds = write_pieces(files, source, bytes, piece);
	printf("{\"bytes_per_second\":%.0f,\"longest_write_ns\":%.0f}\n", bytes / seconds,
	       longest_write * 1e9);
	return 0;
}
