// SPDX-License-Identifier: Apache-2.0
/*
 * ringtail-pktgen - frames of one size at an exact rate, see pktgen.bpf.c and payload.h.
 *
 * Prints one line of JSON: sent (frames handed to the device; what arrived is for the receiving
 * device to say), seconds from the first to the last batch, pps, late (share of batches that began
 * more than one batch interval late), cpu_seconds of this process.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <bpf/bpf.h>
#include <errno.h>
#include <getopt.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "frame.h"
#include "payload.h"
#include "pktgen.skel.h"

#define LONGEST 3400  /* a live frame is one page with headroom and skb_shared_info */
#define BATCH_MAX 64u /* what the kernel takes from a page pool at once, and NAPI's budget */
#define BATCH_SECONDS 50e-6

static const char usage[] =
	"usage: ringtail-pktgen --interface NAME --dst-mac MAC [options]\n"
	"  --length BYTES   of a frame without checksum, 60 to 3400 (64)\n"
	"  --pps RATE       frames per second; 0: as fast as the CPU can (0)\n"
	"  --seconds TIME   (2)\n"
	"  --cpu N          where frames are made and, on a veth, received (0)\n"
	"  --batch N        frames per batch, 1 to 64 (what 50 us hold)\n"
	"  --port PORT      UDP destination (9)\n";

struct options {
	const char *interface;
	struct address address;
	int length;
	double pps;
	double seconds;
	int cpu;
	unsigned batch;
	int port;
};

static void die(const char *message)
{
	fprintf(stderr, "ringtail-pktgen: %s\n%s", message, usage);
	exit(2);
}

static struct options parse(int argc, char **argv)
{
	static const struct option names[] = {{"interface", required_argument, 0, 'i'},
					      {"dst-mac", required_argument, 0, 'm'},
					      {"length", required_argument, 0, 'l'},
					      {"pps", required_argument, 0, 'r'},
					      {"seconds", required_argument, 0, 's'},
					      {"cpu", required_argument, 0, 'c'},
					      {"batch", required_argument, 0, 'b'},
					      {"port", required_argument, 0, 'p'},
					      {0}};
	struct options o = {.length = 64, .seconds = 2, .port = 9};
	int have_mac = 0;

	for (int c; (c = getopt_long(argc, argv, "", names, NULL)) != -1;) {
		switch (c) {
		case 'i':
			o.interface = optarg;
			break;
		case 'm':
			have_mac = frame_parse_mac(optarg, o.address.mac);
			break;
		case 'l':
			o.length = atoi(optarg);
			break;
		case 'r':
			o.pps = atof(optarg);
			break;
		case 's':
			o.seconds = atof(optarg);
			break;
		case 'c':
			o.cpu = atoi(optarg);
			break;
		case 'b':
			o.batch = atoi(optarg);
			break;
		case 'p':
			o.port = atoi(optarg);
			break;
		default:
			die("unknown option");
		}
	}
	if (!o.interface || !have_mac)
		die("an interface and a MAC address are needed");
	if (o.length < FRAME_MIN || o.length > LONGEST)
		die("the length is not 60 to 3400");
	if (o.seconds <= 0 || o.pps < 0 || o.batch > BATCH_MAX)
		die("seconds, pps or batch is out of range");
	if (!o.batch) {
		double fitting = o.pps ? o.pps * BATCH_SECONDS : BATCH_MAX;

		o.batch = fitting < 1 ? 1 : fitting > BATCH_MAX ? BATCH_MAX : fitting;
	}
	if (!frame_mac_of(o.interface, o.address.source_mac))
		die("there is no such interface");
	o.address.source_ip.s_addr = inet_addr("198.18.0.1");
	o.address.ip.s_addr = inet_addr("198.18.0.2");
	return o;
}

static void on_alarm(int signal)
{
	(void)signal; /* ends the system call */
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		fprintf(stderr, "ringtail-pktgen: cannot run on CPU %d: %s\n", cpu,
			strerror(errno));
		exit(1);
	}
}

/* A signal ends a run without a rate; with one it only saves from a run that cannot keep it. */
static void set_alarm(const struct options *o)
{
	struct sigaction action = {.sa_handler = on_alarm};
	double seconds = o->pps ? o->seconds * 1.5 + 1 : o->seconds;
	struct itimerval timer = {.it_value = {seconds, (seconds - (long)seconds) * 1e6}};

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

static double cpu_seconds(void)
{
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	return use.ru_utime.tv_sec + use.ru_stime.tv_sec +
	       (use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
}

int main(int argc, char **argv)
{
	struct options o = parse(argc, argv);
	uint8_t frame[LONGEST];
	struct payload payload = {.magic = PAYLOAD_MAGIC};
	struct pktgen_bpf *bpf;

	pin(o.cpu);
	bpf = pktgen_bpf__open();
	if (!bpf)
		return 1;
	bpf->rodata->out_ifindex = if_nametoindex(o.interface);
	bpf->rodata->batch = o.batch;
	bpf->rodata->batch_interval_ns = o.pps ? o.batch * 1e9 / o.pps : 0;
	if (pktgen_bpf__load(bpf)) {
		fprintf(stderr, "ringtail-pktgen: the kernel refuses the program; root, and kernel "
				"5.18 or newer?\n");
		return 1;
	}
	memset(frame, 0x5a, o.length);
	frame_headers(frame, o.length, &o.address, 1024, o.port);
	memcpy(frame + PAYLOAD_OFFSET, &payload, sizeof(payload));

	uint64_t wanted = o.pps ? o.pps * o.seconds : UINT32_MAX;
	uint64_t batches = (wanted + o.batch - 1) / o.batch;
	if (batches * o.batch > UINT32_MAX)
		batches = UINT32_MAX / o.batch;
	LIBBPF_OPTS(bpf_test_run_opts, run, .data_in = frame, .data_size_in = o.length,
		    .repeat = batches * o.batch, .flags = BPF_F_TEST_XDP_LIVE_FRAMES,
		    .batch_size = o.batch);
	set_alarm(&o);
	double before = cpu_seconds();
	if (bpf_prog_test_run_opts(bpf_program__fd(bpf->progs.pktgen_frame), &run) &&
	    errno != EINTR) {
		fprintf(stderr, "ringtail-pktgen: live frames are refused: %s\n", strerror(errno));
		return 1;
	}
	uint64_t sent = bpf->bss->built;
	double seconds = (bpf->bss->last_ns - bpf->bss->first_ns) * 1e-9;
	printf("{\"sent\":%lu,\"seconds\":%.6f,\"pps\":%.0f,\"late\":%.5f,\"cpu_seconds\":%.3f}\n",
	       sent, seconds, seconds > 0 ? (sent - o.batch) / seconds : 0,
	       sent ? (double)bpf->bss->late * o.batch / sent : 0, cpu_seconds() - before);
	return 0;
}
