// SPDX-License-Identifier: Apache-2.0
/*
 * ringtail-pcapcount - what is in pcapng and pcap files, little-endian, that were captured while
 * ringtail-flood or ringtail-pktgen sent. Independent of Ringtail's own reader.
 *
 *   ringtail-pcapcount FILE...
 *
 * Prints one line of JSON:
 *   files, bytes, packets, trailing_bytes (behind the last whole block), original_bytes, truncated
 *   interfaces [{name, packets}]   by interface block, of the same name in all files together
 *   ports [{port, packets}]        UDP destination; unmarked: packets without our payload
 *   sequence: flows, missing (numbers not seen below the highest seen), duplicated, and
 *             out_of_order (lower than the one before it of its flow in the same file)
 *   time: backwards (stamps lower than the one before in the same file and interface),
 *         most_backwards_ns, and delay_min_ns, delay_max_ns: stamp minus sending time
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "payload.h"

#define INTERFACES_MAX 1024
#define NAME_MAX_BYTES 64
#define UDP 17
#define FLOWS 65536

enum {
	SECTION = 0x0a0d0d0a,
	INTERFACE = 1,
	PACKET = 6,
	OPTION_NAME = 2,
	OPTION_RESOLUTION = 9,
	LITTLE_ENDIAN_SECTION = 0x1a2b3c4d,
	PCAP_MICROSECONDS = 0xa1b2c3d4,
	PCAP_NANOSECONDS = 0xa1b23c4d,
};

struct interface {
	char name[NAME_MAX_BYTES];
	uint64_t packets;
};

struct flow {
	uint64_t *seen; /* one bit per sequence number */
	uint64_t words;
	uint64_t distinct;
	uint64_t highest_plus_one;
	uint32_t last;
	uint32_t last_file; /* number of the file that last belongs to, from 1 */
};

/* What interface blocks of the current section say. */
struct description {
	struct interface *interface;
	uint64_t ns_per_unit_numerator;
	uint64_t ns_per_unit_denominator;
	uint64_t last_ns;
};

static struct interface interfaces[INTERFACES_MAX];
static unsigned interface_count;
static struct flow *flows[65536]; /* by port, each FLOWS long */
static uint64_t port_packets[65536];
static struct description described[INTERFACES_MAX];
static unsigned described_count;

static uint32_t file_number;
static uint64_t total_bytes, trailing_bytes, packets, original_bytes, truncated, unmarked;
static uint64_t flow_count, duplicated, out_of_order, backwards, most_backwards_ns;
static int64_t delay_min_ns = INT64_MAX, delay_max_ns = INT64_MIN;

static void die(const char *file, const char *message)
{
	fprintf(stderr, "ringtail-pcapcount: %s: %s\n", file, message);
	exit(1);
}

static uint16_t u16(const uint8_t *at)
{
	uint16_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static uint32_t u32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count, size);

	if (!memory)
		die("memory", strerror(ENOMEM));
	return memory;
}

static struct interface *interface_named(const char *name)
{
	for (unsigned i = 0; i < interface_count; i++)
		if (!strcmp(interfaces[i].name, name))
			return &interfaces[i];
	if (interface_count == INTERFACES_MAX)
		die(name, "too many interfaces");
	strcpy(interfaces[interface_count].name, name);
	return &interfaces[interface_count++];
}

static void describe(const char *name, uint64_t numerator, uint64_t denominator)
{
	if (described_count == INTERFACES_MAX)
		die(name, "too many interface blocks");
	described[described_count++] = (struct description){.interface = interface_named(name),
							    .ns_per_unit_numerator = numerator,
							    .ns_per_unit_denominator = denominator};
}

static void set_resolution(uint8_t resolution, uint64_t *numerator, uint64_t *denominator)
{
	*numerator = 1000000000;
	*denominator = 1;
	if (resolution & 0x80) {
		*denominator <<= resolution & 0x7f;
	} else {
		for (; resolution; resolution--) {
			if (*numerator > 1)
				*numerator /= 10;
			else
				*denominator *= 10;
		}
	}
}

static void interface_block(const uint8_t *block, uint32_t length)
{
	uint64_t numerator = 1000, denominator = 1;
	char name[NAME_MAX_BYTES];

	snprintf(name, sizeof(name), "#%u", described_count);
	for (uint32_t at = 16; at + 8 <= length - 4;) {
		uint16_t code = u16(block + at), size = u16(block + at + 2);

		if (!code || at + 4 + size > length - 4)
			break;
		if (code == OPTION_NAME)
			snprintf(name, sizeof(name), "%.*s", size, block + at + 4);
		if (code == OPTION_RESOLUTION)
			set_resolution(block[at + 4], &numerator, &denominator);
		at += 4 + (size + 3) / 4 * 4;
	}
	describe(name, numerator, denominator);
}

static struct flow *flow_of(uint16_t port, uint16_t number)
{
	struct flow *flow;

	if (!flows[port])
		flows[port] = allocate(FLOWS, sizeof(struct flow));
	flow = &flows[port][number];
	if (!flow->words) {
		flow->words = 1024;
		flow->seen = allocate(flow->words, sizeof(uint64_t));
		flow_count++;
	}
	return flow;
}

static void note_sequence(struct flow *flow, uint32_t sequence)
{
	uint64_t word = sequence / 64, bit = 1ull << sequence % 64;

	if (word >= flow->words) {
		uint64_t words = word * 2;
		uint64_t *grown = allocate(words, sizeof(uint64_t));

		memcpy(grown, flow->seen, flow->words * sizeof(uint64_t));
		free(flow->seen);
		flow->seen = grown;
		flow->words = words;
	}
	if (flow->seen[word] & bit)
		duplicated++;
	else
		flow->distinct++;
	flow->seen[word] |= bit;
	if (flow->highest_plus_one <= sequence)
		flow->highest_plus_one = sequence + 1ull;
	if (flow->last_file == file_number && sequence < flow->last)
		out_of_order++;
	flow->last = sequence;
	flow->last_file = file_number;
}

static void note_time(struct description *description, uint64_t ns, uint64_t sent_ns)
{
	if (ns < description->last_ns) {
		backwards++;
		if (description->last_ns - ns > most_backwards_ns)
			most_backwards_ns = description->last_ns - ns;
	}
	description->last_ns = ns;
	if (sent_ns) {
		int64_t delay = ns - sent_ns;

		if (delay < delay_min_ns)
			delay_min_ns = delay;
		if (delay > delay_max_ns)
			delay_max_ns = delay;
	}
}

static void packet(struct description *description, uint64_t ns, const uint8_t *data,
		   uint32_t captured, uint32_t original)
{
	struct payload payload = {0};
	bool is_udp = captured >= PAYLOAD_OFFSET && u16(data + 12) == 0x0008 && data[23] == UDP;
	uint16_t port = is_udp ? data[36] << 8 | data[37] : 0;

	packets++;
	original_bytes += original;
	truncated += captured < original;
	description->interface->packets++;
	if (is_udp)
		port_packets[port]++;
	if (is_udp && captured >= PAYLOAD_OFFSET + sizeof(payload))
		memcpy(&payload, data + PAYLOAD_OFFSET, sizeof(payload));
	if (payload.magic == PAYLOAD_MAGIC)
		note_sequence(flow_of(port, payload.flow), payload.sequence);
	else
		unmarked++;
	note_time(description, ns, payload.magic == PAYLOAD_MAGIC ? payload.sent_ns : 0);
}

static void packet_block(const char *file, const uint8_t *block, uint32_t length)
{
	uint32_t id = u32(block + 8), captured = u32(block + 20), original = u32(block + 24);
	uint64_t units = (uint64_t)u32(block + 12) << 32 | u32(block + 16);

	if (length < 32 || captured > length - 32)
		die(file, "a packet block is longer than itself");
	if (id >= described_count)
		die(file, "a packet block names an interface that was not described");
	packet(&described[id],
	       (unsigned __int128)units * described[id].ns_per_unit_numerator /
		       described[id].ns_per_unit_denominator,
	       block + 28, captured, original);
}

/* Walks blocks; returns where the last whole one ends. */
static uint64_t walk_pcapng(const char *file, const uint8_t *data, uint64_t size)
{
	uint64_t at = 0;

	while (at + 12 <= size) {
		const uint8_t *block = data + at;
		uint32_t length = u32(block + 4);

		if (length < 12 || length % 4 || at + length > size ||
		    u32(block + length - 4) != length)
			break;
		switch (u32(block)) {
		case SECTION:
			if (u32(block + 8) != LITTLE_ENDIAN_SECTION)
				die(file, "a section is not little-endian");
			described_count = 0;
			break;
		case INTERFACE:
			interface_block(block, length);
			break;
		case PACKET:
			packet_block(file, block, length);
			break;
		}
		at += length;
	}
	return at;
}

static uint64_t walk_pcap(const uint8_t *data, uint64_t size)
{
	bool nanoseconds = u32(data) == PCAP_NANOSECONDS;
	uint64_t at = 24;

	described_count = 0;
	describe("pcap", 1, 1);
	while (at + 16 <= size) {
		const uint8_t *record = data + at;
		uint32_t captured = u32(record + 8);
		uint64_t ns = u32(record) * 1000000000ull;

		if (at + 16 + captured > size)
			break;
		ns += nanoseconds ? u32(record + 4) : u32(record + 4) * 1000ull;
		packet(&described[0], ns, record + 16, captured, u32(record + 12));
		at += 16 + captured;
	}
	return at;
}

static void count_file(const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	struct stat status;
	uint64_t end = 0;
	uint8_t *data;

	if (fd < 0 || fstat(fd, &status))
		die(file, strerror(errno));
	file_number++;
	total_bytes += status.st_size;
	if (status.st_size >= 24) {
		data = mmap(NULL, status.st_size, PROT_READ, MAP_SHARED, fd, 0);
		if (data == MAP_FAILED)
			die(file, strerror(errno));
		switch (u32(data)) {
		case SECTION:
			end = walk_pcapng(file, data, status.st_size);
			break;
		case PCAP_MICROSECONDS:
		case PCAP_NANOSECONDS:
			end = walk_pcap(data, status.st_size);
			break;
		default:
			die(file, "neither pcapng nor little-endian pcap");
		}
		munmap(data, status.st_size);
	}
	trailing_bytes += status.st_size - end;
	close(fd);
}

static uint64_t missing(void)
{
	uint64_t sum = 0;

	for (int port = 0; port < 65536; port++)
		for (int i = 0; flows[port] && i < FLOWS; i++)
			sum += flows[port][i].highest_plus_one - flows[port][i].distinct;
	return sum;
}

static void print_ports(void)
{
	const char *separator = "";

	printf("\"ports\":[");
	for (int port = 0; port < 65536; port++) {
		if (port_packets[port]) {
			printf("%s{\"port\":%d,\"packets\":%" PRIu64 "}", separator, port,
			       port_packets[port]);
			separator = ",";
		}
	}
	printf("],");
}

static void print_interfaces(void)
{
	printf("\"interfaces\":[");
	for (unsigned i = 0; i < interface_count; i++)
		printf("%s{\"name\":\"%s\",\"packets\":%" PRIu64 "}", i ? "," : "",
		       interfaces[i].name, interfaces[i].packets);
	printf("],");
}

int main(int argc, char **argv)
{
	bool delays;

	if (argc < 2) {
		fprintf(stderr, "usage: ringtail-pcapcount FILE...\n");
		return 2;
	}
	for (int i = 1; i < argc; i++)
		count_file(argv[i]);
	delays = delay_min_ns <= delay_max_ns;
	printf("{\"files\":%u,\"bytes\":%" PRIu64 ",\"packets\":%" PRIu64
	       ",\"trailing_bytes\":%" PRIu64 ",\"original_bytes\":%" PRIu64
	       ",\"truncated\":%" PRIu64 ",\"unmarked\":%" PRIu64 ",",
	       file_number, total_bytes, packets, trailing_bytes, original_bytes, truncated,
	       unmarked);
	print_interfaces();
	print_ports();
	printf("\"sequence\":{\"flows\":%" PRIu64 ",\"missing\":%" PRIu64 ",\"duplicated\":%" PRIu64
	       ",\"out_of_order\":%" PRIu64 "},",
	       flow_count, missing(), duplicated, out_of_order);
	printf("\"time\":{\"backwards\":%" PRIu64 ",\"most_backwards_ns\":%" PRIu64, backwards,
	       most_backwards_ns);
	if (delays)
		printf(",\"delay_min_ns\":%" PRId64 ",\"delay_max_ns\":%" PRId64, delay_min_ns,
		       delay_max_ns);
	printf("}}\n");
	return 0;
}
