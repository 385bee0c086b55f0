// SPDX-License-Identifier: Apache-2.0
/*
 * ringtail-flood - UDP frames of mixed sizes to two ports through an AF_PACKET socket, numbered
 * and stamped as payload.h says.
 *
 * Prints one line of JSON: sent, bytes, seconds, pps, refused (times that the device had no room
 * and the frame was sent again), and per port what was sent. Everything is decided by the options
 * and the seed, nothing by chance.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <math.h>
#include <net/if.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "frame.h"
#include "payload.h"

#define LONGEST 9216
#define BATCH 32
#define SIZES_MAX 64
#define FLOWS_MAX 65535
#define BILLION 1000000000ll
/* Less than what the queue of a veth holds, so that the socket waits before the queue overflows. */
#define SEND_BUFFER 65536

static const char usage[] =
	"usage: ringtail-flood --interface NAME [options]\n"
	"  --count N        frames (1000000)\n"
	"  --seconds TIME   end after this time at the latest (no limit)\n"
	"  --pps RATE       frames per second; 0: as fast as possible (0)\n"
	"  --sizes SIZES    frame lengths without checksum, 60 to 9216: a list such as\n"
	"                   60,600,1514, taken in turn, or a range such as 60-9000 (60-1514)\n"
	"  --flows N        source ports per destination port (8)\n"
	"  --port-a PORT --port-b PORT   UDP destinations (9000, 9001)\n"
	"  --share-a SHARE  of the frames that go to port A, 0 to 1 (0.5)\n"
	"  --dst-mac MAC    (02:00:00:00:00:99)\n"
	"  --dst-ip ADDRESS --src-ip ADDRESS   (198.18.0.2, 198.18.0.1)\n"
	"  --seed N         of the lengths of a range (1)\n";

struct sizes {
	int list[SIZES_MAX];
	int count; /* 2 and is_range: from, to */
	bool is_range;
};

struct options {
	const char *interface;
	struct address address;
	uint64_t count;
	double seconds;
	double pps;
	struct sizes sizes;
	uint32_t flows;
	int port[2];
	double share_a;
	uint64_t seed;
};

struct sent {
	uint64_t packets;
	uint64_t bytes;
};

static volatile sig_atomic_t stopped;

static void die(const char *message)
{
	fprintf(stderr, "ringtail-flood: %s\n%s", message, usage);
	exit(2);
}

static bool parse_sizes(char *text, struct sizes *sizes)
{
	char *rest = text;

	memset(sizes, 0, sizeof(*sizes));
	do {
		int size = strtol(rest, &rest, 10);

		if (size < FRAME_MIN || size > LONGEST || sizes->count == SIZES_MAX)
			return false;
		sizes->list[sizes->count++] = size;
		if (*rest == '-' && sizes->count == 1)
			sizes->is_range = true;
	} while (*rest++ && (rest[-1] == ',' || (rest[-1] == '-' && sizes->is_range)));
	if (sizes->is_range)
		return sizes->count == 2 && sizes->list[0] <= sizes->list[1] && !rest[-1];
	return !rest[-1];
}

static struct options parse(int argc, char **argv)
{
	static const struct option names[] = {
		{"interface", required_argument, 0, 'i'}, {"count", required_argument, 0, 'n'},
		{"seconds", required_argument, 0, 's'},	  {"pps", required_argument, 0, 'r'},
		{"sizes", required_argument, 0, 'l'},	  {"flows", required_argument, 0, 'f'},
		{"port-a", required_argument, 0, 'a'},	  {"port-b", required_argument, 0, 'b'},
		{"share-a", required_argument, 0, 'h'},	  {"dst-mac", required_argument, 0, 'm'},
		{"dst-ip", required_argument, 0, 'd'},	  {"src-ip", required_argument, 0, 'o'},
		{"seed", required_argument, 0, 'e'},	  {0}};
	struct options o = {.count = 1000000,
			    .sizes = {{60, 1514}, 2, true},
			    .flows = 8,
			    .port = {9000, 9001},
			    .share_a = 0.5,
			    .seed = 1};

	o.address.source_ip.s_addr = inet_addr("198.18.0.1");
	o.address.ip.s_addr = inet_addr("198.18.0.2");
	frame_parse_mac("02:00:00:00:00:99", o.address.mac);
	for (int c; (c = getopt_long(argc, argv, "", names, NULL)) != -1;) {
		switch (c) {
		case 'i':
			o.interface = optarg;
			break;
		case 'n':
			o.count = strtoull(optarg, NULL, 10);
			break;
		case 's':
			o.seconds = atof(optarg);
			break;
		case 'r':
			o.pps = atof(optarg);
			break;
		case 'l':
			if (!parse_sizes(optarg, &o.sizes))
				die("the sizes are neither a list nor a range of 60 to 9216");
			break;
		case 'f':
			o.flows = atoi(optarg);
			break;
		case 'a':
			o.port[0] = atoi(optarg);
			break;
		case 'b':
			o.port[1] = atoi(optarg);
			break;
		case 'h':
			o.share_a = atof(optarg);
			break;
		case 'm':
			if (!frame_parse_mac(optarg, o.address.mac))
				die("the MAC address is not aa:bb:cc:dd:ee:ff");
			break;
		case 'd':
			if (!inet_aton(optarg, &o.address.ip))
				die("the destination is no IPv4 address");
			break;
		case 'o':
			if (!inet_aton(optarg, &o.address.source_ip))
				die("the source is no IPv4 address");
			break;
		case 'e':
			o.seed = strtoull(optarg, NULL, 10);
			break;
		default:
			die("unknown option");
		}
	}
	if (!o.interface || !if_nametoindex(o.interface))
		die("there is no such interface");
	if (o.flows < 1 || o.flows > FLOWS_MAX || o.share_a < 0 || o.share_a > 1 || !o.count)
		die("flows, share or count is out of range");
	if (o.port[0] == o.port[1])
		die("both ports are the same");
	frame_mac_of(o.interface, o.address.source_mac);
	return o;
}

static int64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * BILLION + now.tv_nsec;
}

/* xorshift64*, Vigna 2016 */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1dull;
}

static int size_of(const struct sizes *sizes, uint64_t frame, uint64_t *random)
{
	if (!sizes->is_range)
		return sizes->list[frame % sizes->count];
	return sizes->list[0] + (next_random(random) >> 33) % (sizes->list[1] - sizes->list[0] + 1);
}

/* Which port frame n goes to, so that of any first n frames the share is right within one. */
static int port_index(double share_a, uint64_t frame)
{
	return floor((frame + 1) * share_a) > floor(frame * share_a) ? 0 : 1;
}

static int open_socket(const struct options *o)
{
	struct sockaddr_ll address = {.sll_family = AF_PACKET,
				      .sll_ifindex = if_nametoindex(o->interface)};
	int buffer = SEND_BUFFER;
	int fd = socket(AF_PACKET, SOCK_RAW, 0); /* protocol 0: receives nothing */

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address))) {
		fprintf(stderr, "ringtail-flood: no packet socket on %s: %s\n", o->interface,
			strerror(errno));
		exit(1);
	}
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof(buffer));
	return fd;
}

/* Sends all messages; returns how often the device had no room. */
static uint64_t send_all(int fd, struct mmsghdr *messages, unsigned count)
{
	uint64_t refused = 0;

	for (unsigned done = 0; done < count;) {
		int n = sendmmsg(fd, messages + done, count - done, 0);

		if (n > 0) {
			done += n;
		} else if (errno == ENOBUFS || errno == EAGAIN) {
			refused++;
			usleep(50);
		} else if (errno != EINTR) {
			fprintf(stderr, "ringtail-flood: a frame of %zu bytes is refused: %s%s\n",
				messages[done].msg_hdr.msg_iov->iov_len, strerror(errno),
				errno == EMSGSIZE ? "; raise the MTU" : "");
			exit(1);
		}
	}
	return refused;
}

static void wait_until(int64_t due_ns)
{
	struct timespec due = {due_ns / BILLION, due_ns % BILLION};

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
}

static void build(const struct options *o, uint8_t *frame, int length, int port,
		  uint64_t number_of_port)
{
	uint16_t flow = number_of_port % o->flows;
	struct payload payload = {.magic = PAYLOAD_MAGIC,
				  .flow = flow,
				  .sequence = number_of_port / o->flows,
				  .sent_ns = clock_ns(CLOCK_REALTIME)};

	frame_headers(frame, length, &o->address, 10000 + flow % 50000, o->port[port]);
	memcpy(frame + PAYLOAD_OFFSET, &payload, sizeof(payload));
}

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

int main(int argc, char **argv)
{
	static uint8_t frames[BATCH][LONGEST];
	struct options o = parse(argc, argv);
	struct mmsghdr messages[BATCH] = {0};
	struct iovec vectors[BATCH];
	struct sent sent[2] = {0};
	uint64_t random = o.seed * 0x9e3779b97f4a7c15ull | 1, refused = 0, frame = 0;
	int fd = open_socket(&o);

	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	memset(frames, 0x5a, sizeof(frames));
	for (int i = 0; i < BATCH; i++) {
		vectors[i].iov_base = frames[i];
		messages[i].msg_hdr.msg_iov = &vectors[i];
		messages[i].msg_hdr.msg_iovlen = 1;
	}
	int64_t start = clock_ns(CLOCK_MONOTONIC);
	int64_t end = o.seconds > 0 ? start + (int64_t)(o.seconds * BILLION) : INT64_MAX;
	while (frame < o.count && !stopped && clock_ns(CLOCK_MONOTONIC) < end) {
		unsigned n = 0;

		for (; n < BATCH && frame < o.count; n++, frame++) {
			int port = port_index(o.share_a, frame);
			int length = size_of(&o.sizes, frame, &random);

			build(&o, frames[n], length, port, sent[port].packets);
			vectors[n].iov_len = length;
			sent[port].packets++;
			sent[port].bytes += length;
		}
		refused += send_all(fd, messages, n);
		if (o.pps > 0)
			wait_until(start + (int64_t)(frame / o.pps * BILLION));
	}
	double seconds = (clock_ns(CLOCK_MONOTONIC) - start) * 1e-9;
	printf("{\"sent\":%lu,\"bytes\":%lu,\"seconds\":%.6f,\"pps\":%.0f,\"refused\":%lu,"
	       "\"ports\":[{\"port\":%d,\"sent\":%lu,\"bytes\":%lu},"
	       "{\"port\":%d,\"sent\":%lu,\"bytes\":%lu}]}\n",
	       frame, sent[0].bytes + sent[1].bytes, seconds, frame / seconds, refused, o.port[0],
	       sent[0].packets, sent[0].bytes, o.port[1], sent[1].packets, sent[1].bytes);
	return 0;
}
