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
demo=demo
. e2e/demo/common.sh

# What a capture could leave behind, as a list of names.
traces() {
	ip netns list | grep -o '^rtdemo[^ ]*' || true
	bpftool -j prog show | jq -r '.[].name // empty' | grep '^ringtail_' || true
	bpftool -j link show | jq -r '.[] | select(.type == "xdp") | "link \(.id)"' || true
	pgrep -f '[r]ingtail.agent.AgentMain' || true
}

prepare
traces >"$work/before"

say "a veth pair between two network namespaces"
make_pair
ip -n "$receiver" -brief link show demo1

say "capturing UDP port 9000 on demo1, natively"
rm -rf "$out"
capture --point XdpNative --output "dir:$out"
ip netns exec "$receiver" bpftool net show dev demo1 | grep demo1

say "sending $packets packets of 60 to 1514 bytes, half of them to port 9000, half to port 9001"
send "$packets"

say "SIGTERM: detach, drain, seal, deliver"
end_capture

say "counted independently"
mapfile -t objects < <(find "$out" -name '*.pcapng' | sort)
capinfos -T -M -c -o "${objects[@]}" | sed "s|$out/||" | column -t -s $'\t' || true
counted=$(capinfos -T -r -M -c "${objects[@]}" | awk -F '\t' '{ n += $2 } END { print n }')
stray=$(for object in "${objects[@]}"; do tshark -r "$object" -Y 'not udp.dstport == 9000' -T fields -e frame.number -c 1; done)
delivered=$(jq '.runs[0].funnel.total.delivered' "$out"/*/*/*/manifest.json)
seen=$(jq '.runs[0].funnel.total.seen' "$out"/*/*/*/manifest.json)
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
