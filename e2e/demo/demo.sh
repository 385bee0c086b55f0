#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Captures more than a million packets on a veth pair through native XDP, half of which the filter wants, and has the
# result counted by somebody else. Makes two network namespaces and takes them away again; the objects stay.
#
#   demo.sh [PACKETS]        as root, after make build; objects in demo-out/
set -euo pipefail
cd "$(dirname "$0")/../.."

packets=${1:-1200000}
out=$PWD/demo-out
sender=rtdemo-$$-tx
receiver=rtdemo-$$-rx
agent=
work=$(mktemp -d)

say() { printf '\n== %s\n' "$*"; }
fail() {
	echo "demo: $*" >&2
	exit 1
}

clean_up() {
	[[ -z $agent ]] || kill -TERM "$agent" 2>/dev/null || true
	[[ -z $agent ]] || wait "$agent" 2>/dev/null || true
	ip netns delete "$sender" 2>/dev/null || true
	ip netns delete "$receiver" 2>/dev/null || true
	rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# What a capture could leave behind, as a list of names.
traces() {
	ip netns list | grep -o '^rtdemo[^ ]*' || true
	bpftool -j prog show | jq -r '.[].name // empty' | grep '^ringtail_' || true
	bpftool -j link show | jq -r '.[] | select(.type == "xdp") | "link \(.id)"' || true
	pgrep -f '[r]ingtail.agent.AgentMain' || true
}

[[ $(id -u) -eq 0 ]] || fail "needs root, for network namespaces and XDP"
[[ -x bin/ringtail-agent ]] || fail "there is no bin/ringtail-agent; run make build first"
make -s -C bench >/dev/null
traces >"$work/before"

say "a veth pair between two network namespaces"
ip netns add "$sender"
ip netns add "$receiver"
for namespace in "$sender" "$receiver"; do
	ip netns exec "$namespace" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1
done
ip link add demo0 netns "$sender" type veth peer name demo1 netns "$receiver"
ip -n "$sender" link set demo0 up
ip -n "$receiver" link set demo1 address 02:00:00:00:00:99 up
ip -n "$receiver" -brief link show demo1

say "capturing UDP port 9000 on demo1, natively"
rm -rf "$out"
ip netns exec "$receiver" bin/ringtail-agent run --interface demo1 --point XdpNative \
	--pcap 'udp dst port 9000' --output "dir:$out" 2> >(tee "$work/agent.err" >&2) >"$work/agent.out" &
agent=$!
for _ in $(seq 300); do
	grep -q '^capturing' "$work/agent.err" 2>/dev/null && break
	kill -0 "$agent" 2>/dev/null || fail "the agent ended: $(cat "$work/agent.err")"
	sleep 0.1
done
ip netns exec "$receiver" bpftool net show dev demo1 | grep demo1

say "sending $packets packets of 60 to 1514 bytes, half of them to port 9000, half to port 9001"
ip netns exec "$sender" bench/target/bin/ringtail-flood --interface demo0 --count "$packets" --sizes 60-1514 |
	tee "$work/sent.json"
sleep 0.5

say "SIGTERM: detach, drain, seal, deliver"
kill -TERM "$agent"
code=0
wait "$agent" || code=$?
agent=
cat "$work/agent.out"
[[ $code -eq 0 ]] || fail "the agent exited with $code"

say "counted independently"
mapfile -t objects < <(find "$out" -name '*.pcapng' | sort)
capinfos -T -M -c -o "${objects[@]}" | sed "s|$out/||" | column -t -s $'\t' || true
counted=$(capinfos -T -r -M -c "${objects[@]}" | awk -F '\t' '{ n += $2 } END { print n }')
stray=$(for object in "${objects[@]}"; do tshark -r "$object" -Y 'not udp.dstport == 9000' -T fields -e frame.number -c 1; done)
wanted=$(jq '.ports[] | select(.port == 9000) | .sent' "$work/sent.json")
delivered=$(jq '.runs[0].funnel.total.delivered' "$out"/*/*/*/manifest.json)
seen=$(jq '.runs[0].funnel.total.seen' "$out"/*/*/*/manifest.json)
sent=$(jq '.sent' "$work/sent.json")
for object in "${objects[@]}"; do
	hash=$(sha256sum "$object" | cut -d ' ' -f 1)
	grep -q "$hash" "$(dirname "$object")/manifest.json" || fail "the manifest does not have $object with hash $hash"
done
bench/target/bin/ringtail-pcapcount "${objects[@]}" | jq -c '{packets, ports, sequence, time}'
echo "sent $sent, of them to port 9000: $wanted; seen $seen, delivered $delivered, in the objects by capinfos: $counted"
[[ $seen == "$sent" ]] || fail "the hook saw $seen packets of $sent"
[[ $counted == "$wanted" && $delivered == "$wanted" ]] || fail "the objects do not hold exactly what was sent and matched"
[[ -z $stray ]] || fail "there are packets in the objects that the filter does not want"

say "the host is as before"
ip netns delete "$sender"
ip netns delete "$receiver"
traces >"$work/after"
diff "$work/before" "$work/after" || fail "something is left behind"
echo "no program, link, namespace or process is left; the objects are in ${out#"$PWD"/}"
[[ -z ${SUDO_UID:-} ]] || chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" "$out"
echo
echo "demo passed"
