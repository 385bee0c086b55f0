#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs inside the guest of placement-tests.sh. Each check prints PASS or FAIL; exit status 1 if any failed.
set -u

nic=eth0
state=/tmp/state
device=$(basename "$(readlink -f /sys/class/net/$nic/device)")
failures=0
probe_pid=''

check() { # check WHAT ACTUAL EXPECTED
	if [[ $2 == "$3" ]]; then echo "PASS $1"; else
		echo "FAIL $1: $2 instead of $3"
		failures=$((failures + 1))
	fi
}
matches() { # matches WHAT FILE REGEX
	if grep -Eq -- "$3" "$2"; then echo "PASS $1"; else
		echo "FAIL $1: no line matches $3"
		sed 's/^/  /' "$2"
		failures=$((failures + 1))
	fi
}
probe=(java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED
	-cp "/share/classes:/share/test-classes:/share/lib/*" dev.ringtail.agent.placement.PlacementProbe)
irq_of() { for irq in /sys/kernel/irq/*; do [[ $(<"$irq/actions") == "$1" ]] && basename "$irq" && return; done; }
queue_irq() { irq_of "$device-input.$1"; }
masks() { # every affinity and steering mask that a plan may change
	for q in 0 1 2 3; do
		irq=$(queue_irq $q)
		echo "queue $q: ${irq:+$(cat /proc/irq/"$irq"/smp_affinity_list)} $(cat /sys/class/net/$nic/queues/rx-$q/rps_cpus 2>/dev/null)"
	done
}
on_cpus() { # interrupts of the four queues so far, on these CPUs
	local sum=0 q counts cpu
	for q in 0 1 2 3; do
		IFS=, read -ra counts <"/sys/kernel/irq/$(queue_irq $q)/per_cpu_count"
		for cpu in "$@"; do sum=$((sum + counts[cpu])); done
	done
	echo $sum
}
wait_for() { # wait_for FILE REGEX SECONDS
	for ((i = 0; i < $3 * 5; i++)); do
		grep -Eq -- "$2" "$1" && return 0
		sleep 0.2
	done
	return 1
}
affinity() { # affinity QUEUE...: of these queues' interrupts
	local q
	for q in "$@"; do echo -n "$(cat "/proc/irq/$(queue_irq "$q")/smp_affinity_list") "; done
}
eventually() { # eventually WHAT COMMAND EXPECTED: within 20 s
	local actual='' i
	for ((i = 0; i < 100; i++)); do
		actual=$(eval "$2")
		[[ $actual == "$3" ]] && break
		sleep 0.2
	done
	check "$1" "$actual" "$3"
}
start() { # start LOG ARGUMENTS: a probe that splits until it is ended
	local log=$1
	shift
	: >"$log"
	"${probe[@]}" split $nic $state "$@" >"$log" 2>&1 &
	probe_pid=$!
	wait_for "$log" '^APPLIED receive' 120 || { echo "FAIL the probe did not apply its plan"; cat "$log"; failures=$((failures + 1)); }
}
finish() { kill -TERM $probe_pid; wait $probe_pid 2>/dev/null; }

# Masks that no driver sets by itself, so that giving them back cannot be chance.
set_masks() {
	echo 0 >"/proc/irq/$(queue_irq 0)/smp_affinity_list"
	echo 2 >"/proc/irq/$(queue_irq 1)/smp_affinity_list"
	echo 1,3 >"/proc/irq/$(queue_irq 2)/smp_affinity_list"
	echo 0-3 >"/proc/irq/$(queue_irq 3)/smp_affinity_list"
	echo f0 >/sys/class/net/$nic/queues/rx-1/rps_cpus
}
set_masks
before=$(masks)

echo "== topology"
"${probe[@]}" topology $nic | tee /results/topology.txt
matches "the card's memory node is found at its PCI parent" /results/topology.txt '^eth0: virtio_net, 4 receive queues, memory node 1'
matches "both sockets are drawn" /results/topology.txt '^socket 1'

echo "== split and give back"
start /tmp/split.log 4
check "masks differ while split" "$([[ $(masks) != "$before" ]] && echo differ)" differ
check "queue interrupts are on the receive CPUs" "$(affinity 0 1 2 3)" "4 5 4 5 "
check "steering keeps off the readers" "$(cat /sys/class/net/$nic/queues/rx-1/rps_cpus)" 30
readers=$(for task in /proc/$probe_pid/task/*; do
	[[ $(<"$task/comm") == reader-* ]] && sed -n 's/^Cpus_allowed_list:\t//p' "$task/status"
done | sort -n | tr '\n' ' ')
check "readers are pinned to the other core of the same cache" "$readers" "6 7 "
new=$(on_cpus 4 5) old=$(on_cpus 0 1 2 3 6 7)
lab-traffic
new=$(($(on_cpus 4 5) - new)) old=$(($(on_cpus 0 1 2 3 6 7) - old))
echo "NOTE interrupts on the receive CPUs: $new, elsewhere: $old"
check "interrupts fire on the receive CPUs, but for the first ones" "$((new > 10 * old && old <= 8))" 1
wait_for /tmp/split.log 'APPLIED eth0 queue 0' 10
check "the report says applied for each queue once it has fired" \
	"$(grep -E '^APPLIED eth0 queue [0-3] virtio' /tmp/split.log | cut -d' ' -f1-5 | sort -u | wc -l)" 4
taskset -c 0 "${probe[@]}" restore $state >/tmp/second.log 2>&1
matches "restore leaves a running capture alone" /tmp/second.log '^HELD Another capture'
finish
matches "everything is given back at the end" /tmp/split.log '^GIVEN-BACK 5 \{RESTORED=5\}'
check "masks after the end" "$(masks)" "$before"

echo "== killed outright"
start /tmp/killed.log 4
kill -KILL $probe_pid; wait $probe_pid 2>/dev/null
check "masks differ after SIGKILL" "$([[ $(masks) != "$before" ]] && echo differ)" differ
taskset -c 0 "${probe[@]}" restore $state >/tmp/restore.log 2>&1
matches "restore gives back" /tmp/restore.log '^GIVEN-BACK 5 \{RESTORED=5\}'
check "masks after restore" "$(masks)" "$before"
start /tmp/killed.log 4
kill -KILL $probe_pid; wait $probe_pid 2>/dev/null
check "masks differ after SIGKILL again" "$([[ $(masks) != "$before" ]] && echo differ)" differ
start /tmp/next.log 2
matches "the next start gives back first" /tmp/next.log '^GIVEN-BACK 5 \{RESTORED=5\}'
finish
check "masks after the next end" "$(masks)" "$before"

echo "== refused"
"${probe[@]}" refused $nic $state "$(irq_of virtio0-req.1)" >/tmp/refused.log 2>&1
matches "a managed interrupt is reported with the kernel's answer" /tmp/refused.log '^MANAGED disk .* E(IO: Input/output error|PERM: Operation not permitted)$'
matches "the others are moved all the same" /tmp/refused.log '^(APPLIED|ACCEPTED) eth0 queue 3 .* to 5 '
check "masks after a refusal" "$(masks)" "$before"

echo "== irqbalance"
mkdir -p /run/irqbalance
start /tmp/drift.log 2
irqbalance --foreground --interval=1 >/tmp/irqbalance.log 2>&1 &
balancer=$!
began=$SECONDS
wait_for /tmp/drift.log '^BECAUSE irqbalance' 30
echo "NOTE drift was reported $((SECONDS - began)) s after irqbalance was started"
matches "drift is reported, with who" /tmp/drift.log '^BECAUSE irqbalance \(process [0-9]+\) moved interrupt '
check "within 10 s" "$((SECONDS - began <= 10))" 1
wait_for /tmp/drift.log '^PLANNED' 5
kill -0 $balancer; check "irqbalance still runs" $? 0
read -r _ _ receive _ reader < <(grep ^PLANNED /tmp/drift.log | tail -1)
check "the reader is off the CPUs that receive now ($receive, $reader)" "$([[ ,$receive, != *,$reader,* ]] && echo off)" off
kill $balancer; wait $balancer 2>/dev/null
finish
check "masks after drift" "$(masks)" "$before"

echo "== a CPU goes offline"
start /tmp/offline.log 4
echo 0 >/sys/devices/system/cpu/cpu6/online
wait_for /tmp/offline.log '^PLANNED' 10
matches "it is noticed" /tmp/offline.log '^BECAUSE Online CPUs changed from 0-7 to 0-5,7\.'
check "no reader is planned on it" "$(grep ^PLANNED /tmp/offline.log | tail -1 | grep -c 'read.*6')" 0
grep ^PLANNED /tmp/offline.log | tail -1
echo 1 >/sys/devices/system/cpu/cpu6/online
eventually "it is planned as before when the CPU is back" "affinity 0 1 2 3" "4 5 4 5 "

echo "== channels changed by somebody else"
ethtool -L $nic combined 2
wait_for /tmp/offline.log '^BECAUSE Receive queues' 20
matches "it is noticed" /tmp/offline.log '^BECAUSE Receive queues'
eventually "it is planned again" "affinity 0 1" "4 5 "
ethtool -L $nic combined 4
eventually "it is planned again for four" "affinity 0 1 2 3" "4 5 4 5 "
finish
check "interrupts have what they had before us" "$(masks | cut -d' ' -f1-3)" \
	"$(echo "$before" | cut -d' ' -f1-3)"
set_masks

echo "== a small control group"
mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null
echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control
mkdir -p /sys/fs/cgroup/small
echo 0-1,6 >/sys/fs/cgroup/small/cpuset.cpus
: >/tmp/small.log
(
	echo $BASHPID >/sys/fs/cgroup/small/cgroup.procs
	exec "${probe[@]}" split $nic $state 8
) >/tmp/small.log 2>&1 &
probe_pid=$!
wait_for /tmp/small.log '^APPLIED receive' 120
matches "the plan shrinks and says so" /tmp/small.log '^BECAUSE The split was to be 4 CPUs wide and is [123], because readers may use only CPUs 0-1,6\.'
grep -E '^(APPLIED|READER)' /tmp/small.log
finish
check "masks after the control group" "$(masks)" "$before"

echo "== nothing is lost while interrupts move"
java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \
	-cp "/share/ringtail-agent.jar:/share/lib/*" dev.ringtail.agent.AgentMain \
	run -i $nic --duration 5m --output dir:/tmp/out --json >/tmp/agent.log 2>&1 &
agent=$!
wait_for /tmp/agent.log '"type":"started"' 120 || { echo "FAIL the agent did not start"; cat /tmp/agent.log; failures=$((failures + 1)); }
"${probe[@]}" split $nic $state 4 /tmp/begin >/tmp/moving.log 2>&1 &
probe_pid=$!
wait_for /tmp/moving.log '^PREPARED' 120
lab-traffic >/tmp/traffic.log &
traffic=$!
# The traffic takes 40 s: interrupts move after its first, and back once all of them have fired.
sleep 1
touch /tmp/begin
for q in 0 1 2 3; do wait_for /tmp/moving.log "^APPLIED $nic queue $q virtio" 30; done
finish
check "interrupts moved there and back while traffic came in" \
	"$(kill -0 $traffic 2>/dev/null && grep -c "^APPLIED $nic queue [0-3] virtio" /tmp/moving.log)" 4
wait $traffic
sent=$(sed -n 's/.*tap_sent=\([0-9]*\).*/\1/p' /tmp/traffic.log)
kill -TERM $agent; wait $agent
result=$(grep '"type":"result"' /tmp/agent.log)
echo "NOTE $result" | cut -c1-600
check "the capture is lossless" "$(grep -o '"lossless":[a-z]*' <<<"$result")" '"lossless":true'
check "every frame that the card took was captured" "$(grep -o '"total":{[^}]*' <<<"$result" | grep -o '"spooled":[0-9]*')" "\"spooled\":$sent"
check "masks after the capture" "$(masks)" "$before"

cp /tmp/*.log /results/
echo "$failures failed"
[[ $failures -eq 0 ]]
