# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the demos share; to be sourced from the project's root, with $demo the name for errors. A demo that starts processes
# of its own puts their ids into $others.

sender=rtdemo-$$-tx
receiver=rtdemo-$$-rx
agent=
others=
work=$(mktemp -d)

say() { printf '\n== %s\n' "$*"; }
fail() {
	echo "$demo: $*" >&2
	exit 1
}

clean_up() {
	local process
	for process in $agent $others; do
		kill -TERM "$process" 2>/dev/null || true
		wait "$process" 2>/dev/null || true
	done
	ip netns delete "$sender" 2>/dev/null || true
	ip netns delete "$receiver" 2>/dev/null || true
	rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# What a demo needs, and the tools that send and count.
prepare() {
	[[ $(id -u) -eq 0 ]] || fail "needs root, for network namespaces and XDP"
	[[ -x bin/ringtail-agent ]] || fail "there is no bin/ringtail-agent; run make build first"
	make -s -C bench >/dev/null
}

# demo0 in the sender's namespace, demo1 in the receiver's; nothing else sends there.
make_pair() {
	local namespace
	ip netns add "$sender"
	ip netns add "$receiver"
	for namespace in "$sender" "$receiver"; do
		ip netns exec "$namespace" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1
	done
	ip link add demo0 netns "$sender" type veth peer name demo1 netns "$receiver"
	ip -n "$sender" link set demo0 up
	ip -n "$receiver" link set demo1 address 02:00:00:00:00:99 up
}

# capture OPTION... : starts the agent on demo1 and returns once it captures.
capture() {
	ip netns exec "$receiver" bin/ringtail-agent run --interface demo1 --pcap 'udp dst port 9000' "$@" \
		2> >(tee "$work/agent.err" >&2) >"$work/agent.out" &
	agent=$!
	for _ in $(seq 300); do
		grep -q '^capturing' "$work/agent.err" 2>/dev/null && return
		kill -0 "$agent" 2>/dev/null || fail "the agent ended: $(cat "$work/agent.err")"
		sleep 0.1
	done
	fail "the agent does not capture after 30 s"
}

# send PACKETS : half to port 9000, half to port 9001; sets $sent and $wanted.
send() {
	ip netns exec "$sender" bench/target/bin/ringtail-flood --interface demo0 --count "$1" --sizes 60-1514 |
		tee "$work/sent.json"
	sleep 0.5
	sent=$(jq '.sent' "$work/sent.json")
	wanted=$(jq '.ports[] | select(.port == 9000) | .sent' "$work/sent.json")
}

# Ends the capture in order and shows what the agent says of it.
end_capture() {
	local code=0
	kill -TERM "$agent"
	wait "$agent" || code=$?
	agent=
	cat "$work/agent.out"
	[[ $code -eq 0 ]] || fail "the agent exited with $code"
}
