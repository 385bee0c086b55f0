// SPDX-License-Identifier: Apache-2.0
/*
 * ringtail-nop INTERFACE pass|drop - attaches ringtail_nop, which only gives the verdict, until it
 * is told to end: the floor of measurements. Says "ready".
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/if_link.h>
#include <linux/types.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "ringtail_abi.h"
#include "nop.skel.h"

int main(int argc, char **argv)
{
	int interface = argc == 3 ? if_nametoindex(argv[1]) : 0;
	LIBBPF_OPTS(bpf_link_create_opts, options, .flags = XDP_FLAGS_DRV_MODE);
	struct nop_bpf *nop;
	sigset_t signals;
	int signal;

	if (!interface || (strcmp(argv[2], "pass") && strcmp(argv[2], "drop"))) {
		fprintf(stderr, "usage: ringtail-nop INTERFACE pass|drop\n");
		return 2;
	}
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	nop = nop_bpf__open();
	if (!nop)
		return 1;
	nop->rodata->ringtail_settings.verdict = strcmp(argv[2], "drop") ? XDP_PASS : XDP_DROP;
	if (nop_bpf__load(nop) || bpf_link_create(bpf_program__fd(nop->progs.ringtail_nop),
						  interface, BPF_XDP, &options) < 0) {
		fprintf(stderr, "ringtail-nop: %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	sigwait(&signals, &signal);
	return 0;
}
