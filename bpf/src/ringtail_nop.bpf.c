// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The floor of every measurement: a program that only gives the verdict. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>

#include "ringtail_abi.h"

const volatile struct ringtail_settings ringtail_settings = {.verdict = XDP_PASS};

SEC("xdp")
int ringtail_nop(struct xdp_md *ctx)
{
	return ringtail_settings.verdict;
}

char ringtail_license[] SEC("license") = "GPL";
