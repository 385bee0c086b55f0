// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Two filters as somebody writes them by hand, with the same duties as a generated one (count a
 * refusal, hand the extent over, call the capture program), an empty program, and a capture
 * program that keeps nothing.
 */
#include <linux/bpf.h>
#include <linux/if_ether.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "ringtail_abi.h"

#define FRAGMENT_OFFSET 0x1fff
#define VXLAN_HEADER 8
#define VXLAN_PORT 4789
#define VXLAN_PORT_LINUX 8472

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__type(key, __u32);
	__type(value, struct ringtail_counters);
	__uint(max_entries, 1024);
} filters_counters SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__type(key, __u32);
	__type(value, __u32);
	__uint(max_entries, 2);
} filters_slots SEC(".maps");

static __always_inline int run(struct xdp_md *ctx, int (*matches)(void *data, void *end))
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct ringtail_counters *counters = bpf_map_lookup_elem(&filters_counters, &cpu);

	if (!counters)
		return XDP_PASS;
	if (!matches((void *)(long)ctx->data, (void *)(long)ctx->data_end)) {
		counters->filtered++;
		return XDP_PASS;
	}
	counters->extent = RINGTAIL_WHOLE;
	bpf_tail_call_static(ctx, &filters_slots, RINGTAIL_SLOT_CAPTURE);
	counters->matched++;
	counters->dropped_tailcall++;
	return XDP_PASS;
}

/* The header behind an IPv4 header that is no later fragment and carries that protocol. */
static __always_inline void *behind_ipv4(void *header, void *end, __u8 protocol)
{
	struct iphdr *ip = header;

	if ((void *)(ip + 1) > end || ip->protocol != protocol || ip->ihl < 5 ||
	    ip->frag_off & bpf_htons(FRAGMENT_OFFSET))
		return NULL;
	return header + ip->ihl * 4;
}

static __always_inline int tcp443(void *data, void *end)
{
	struct ethhdr *eth = data;
	struct tcphdr *tcp;

	if ((void *)(eth + 1) > end || eth->h_proto != bpf_htons(ETH_P_IP))
		return 0;
	tcp = behind_ipv4(eth + 1, end, IPPROTO_TCP);
	return tcp && (void *)(&tcp->dest + 1) <= end && tcp->dest == bpf_htons(443);
}

static __always_inline int vxlan_tcp(void *data, void *end)
{
	struct ethhdr *eth = data;
	struct udphdr *udp;

	if ((void *)(eth + 1) > end || eth->h_proto != bpf_htons(ETH_P_IP))
		return 0;
	udp = behind_ipv4(eth + 1, end, IPPROTO_UDP);
	if (!udp || (void *)(udp + 1) > end)
		return 0;
	if (udp->dest != bpf_htons(VXLAN_PORT) && udp->dest != bpf_htons(VXLAN_PORT_LINUX))
		return 0;
	eth = (void *)(udp + 1) + VXLAN_HEADER;
	if ((void *)(eth + 1) > end || eth->h_proto != bpf_htons(ETH_P_IP))
		return 0;
	return behind_ipv4(eth + 1, end, IPPROTO_TCP) != NULL;
}

SEC("xdp")
int filters_tcp443(struct xdp_md *ctx)
{
	return run(ctx, tcp443);
}

SEC("xdp")
int filters_vxlan(struct xdp_md *ctx)
{
	return run(ctx, vxlan_tcp);
}

SEC("xdp")
int filters_capture(struct xdp_md *ctx)
{
	return XDP_PASS;
}

SEC("xdp")
int filters_empty(struct xdp_md *ctx)
{
	return XDP_PASS;
}

char filters_license[] SEC("license") = "GPL";
