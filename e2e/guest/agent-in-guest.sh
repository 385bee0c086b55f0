#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs in the guest: the agent captures eth0 natively while the lab sends; what the tap has sent is what the objects hold.
set -euo pipefail

out=/tmp/capture
mkdir -p "$out"
"$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto --enable-native-access=ALL-UNNAMED \
	-cp "/share/ringtail-agent.jar:/share/lib/*" dev.ringtail.agent.AgentMain run --json --interface eth0 \
	--point XdpNative --memory 64Mi --spool-size 128Mi --segment-size 16Mi --output "dir:$out" \
	>/results/agent.json 2>/results/agent.err &
agent=$!
for _ in $(seq 600); do
	grep -q '"type":"started"' /results/agent.json && break
	kill -0 $agent 2>/dev/null || { cat /results/agent.err; exit 1; }
	sleep 0.2
done
sent=$(lab-traffic)
echo "$sent"
sleep 3
kill -TERM $agent
status=0
wait $agent || status=$?
number() { grep '"type":"result"' /results/agent.json | sed "s/.*\"total\":{[^}]*\"$1\":\([0-9]*\).*/\1/"; }
tap=${sent##*tap_sent=}
tap=${tap%% *}
echo "exit $status, sent $tap, seen $(number seen), delivered $(number delivered)"
cp "$out"/*/*/*/manifest.json /results/
grep '"point"' /results/manifest.json
[ "$status" -eq 0 ]
[ "$(number seen)" -eq "$tap" ]
[ "$(number delivered)" -eq "$tap" ]
if ip link show eth0 | grep -q xdp; then
	echo "a program is still attached"
	exit 1
fi
