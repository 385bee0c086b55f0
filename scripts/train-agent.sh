#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the agent's AOT cache (loaded classes and the profile of methods) from a capture on a veth pair in a network namespace
# of its own, unless there is one that is newer than the agent. Needs root; without, the agent works and starts slower.
set -euo pipefail
cd "$(dirname "$0")/.."

cache=agent/target/ringtail-agent.aot
if [[ -f $cache && -z $(find agent/target/ringtail-agent.jar agent/target/lib bin/ringtail-agent -newer "$cache" -print -quit) ]]; then
	exit 0
fi
if [[ $(id -u) -ne 0 ]]; then
	echo "train-agent: not root, so there is no AOT cache and the agent takes twice the CPU time to start; run sudo make train"
	exit 0
fi

namespace=rttrain-$$
work=$(mktemp -d)
clean_up() {
	ip netns delete "$namespace" 2>/dev/null || true
	rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

ip netns add "$namespace"
ip -n "$namespace" link add train0 type veth peer name train1
ip -n "$namespace" link set train0 up
ip -n "$namespace" link set train1 up
rm -f "$cache"
# Eleven seconds, so that it has also told once how it goes.
if ! RINGTAIL_JAVA_OPTIONS="-XX:AOTCacheOutput=$work/cache" ip netns exec "$namespace" bin/ringtail-agent run --interface train1 \
	--chain eth/ipv6/icmp6 --point XdpNative --duration 11s --management-port 0 \
	--output "dir:$work/objects" --spool "$work/spool" >"$work/log" 2>&1; then
	echo "train-agent: the training capture failed: $(grep -m 1 '^ringtail-agent:' "$work/log" || tail -n 1 "$work/log")" >&2
	exit 1
fi
mv "$work/cache" "$cache"
