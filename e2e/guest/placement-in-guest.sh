#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs inside the guest of placement-tests.sh: the agent places a capture on a card with four queues, two memory nodes and
# SMT. Each check prints PASS or FAIL; exit status 1 if any failed. With the argument :brief see placement-tests.sh.
set -u

nic=eth0
device=$(basename "$(readlink -f /sys/class/net/$nic/device)")
failures=0
agent_pid='' log='' memory='' sent=0

java=("$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED)
jars="/share/ringtail-agent.jar:/share/lib/*"
classes=/tmp/classes.jsa
# The first capture notes which classes it loads, so that the later ones find them ready: emulated CPUs take long to load them.
ringtail=("${java[@]}" -XX:+RecordDynamicDumpInfo -cp "$jars" dev.ringtail.agent.AgentMain)
probe=("${java[@]}" -cp "$jars:/share/test-classes" dev.ringtail.agent.placement.PlacementProbe)

fail() {
	echo "FAIL $1"
	failures=$((failures + 1))
}
check() { # check WHAT ACTUAL EXPECTED
	if [[ $2 == "$3" ]]; then echo "PASS $1"; else fail "$1: $2 instead of $3"; fi
}
matches() { # matches WHAT FILE REGEX
	if grep -Eq -- "$3" "$2"; then echo "PASS $1"; else
		fail "$1: no line matches $3"
		tail -n 5 "$2" | cut -c1-1500 | sed 's/^/  /'
	fi
}
wait_for() { # wait_for FILE REGEX SECONDS
	for ((i = 0; i < $3 * 2; i++)); do
		grep -Eq -- "$2" "$1" && return 0
		sleep 0.5
	done
	return 1
}
eventually() { # eventually WHAT COMMAND EXPECTED: within a minute, for the host may have little time for the guest
	local actual='' i
	for ((i = 0; i < 120; i++)); do
		actual=$(eval "$2")
		[[ $actual == "$3" ]] && break
		sleep 0.5
	done
	check "$1" "$actual" "$3"
}

irq_of() { for irq in /sys/kernel/irq/*; do [[ $(<"$irq/actions") == "$1" ]] && basename "$irq" && return; done; }
queue_irq() { irq_of "$device-input.$1"; }
masks() { # every affinity and steering mask that a plan may change
	for q in 0 1 2 3; do
		irq=$(queue_irq $q)
		echo "queue $q: ${irq:+$(cat /proc/irq/"$irq"/smp_affinity_list)} $(cat /sys/class/net/$nic/queues/rx-$q/rps_cpus 2>/dev/null)"
	done
}
affinity() { # affinity QUEUE...: of these queues' interrupts
	local q
	for q in "$@"; do echo -n "$(cat "/proc/irq/$(queue_irq "$q")/smp_affinity_list") "; done
}
steering() { cat /sys/class/net/$nic/queues/rx-1/rps_cpus; }
fires_on() { # the CPUs on which interrupts of the four queues fire, ascending
	local q
	for q in 0 1 2 3; do cat "/proc/irq/$(queue_irq $q)/effective_affinity_list"; done | sort -nu | tr '\n' ' '
}
on_cpus() { # interrupts of the four queues so far, on these CPUs
	local sum=0 q counts cpu
	for q in 0 1 2 3; do
		IFS=, read -ra counts <"/sys/kernel/irq/$(queue_irq $q)/per_cpu_count"
		for cpu in "$@"; do sum=$((sum + counts[cpu])); done
	done
	echo $sum
}
# Masks that no driver sets by itself, so that giving them back cannot be chance.
set_masks() {
	echo 0 >"/proc/irq/$(queue_irq 0)/smp_affinity_list"
	echo 2 >"/proc/irq/$(queue_irq 1)/smp_affinity_list"
	echo 1,3 >"/proc/irq/$(queue_irq 2)/smp_affinity_list"
	echo 0-3 >"/proc/irq/$(queue_irq 3)/smp_affinity_list"
	echo f0 >/sys/class/net/$nic/queues/rx-1/rps_cpus
}

start() { # start NAME ARGUMENTS: a capture that runs until it is ended; its placement is known when this returns
	local name=$1
	shift
	log=/tmp/$name.json
	rm -rf /tmp/out-* # of captures that are over: /tmp is memory
	mkdir -p "/tmp/out-$name"
	: >"$log"
	"${ringtail[@]}" run --json --interface $nic --memory "${memory:-64Mi}" --spool-size 128Mi --segment-size 16Mi \
		--output "dir:/tmp/out-$name" "$@" >"$log" 2>"/tmp/$name.err" &
	agent_pid=$!
	if ! wait_for "$log" '"type":"placement"' 120; then
		fail "the capture $name did not start"
		cat "$log" "/tmp/$name.err"
	fi
}
end() { # ends the capture as an operator would
	kill -TERM $agent_pid
	wait $agent_pid
	check "the capture ends with 0" $? 0
}
delivered_all() { # every frame of $sent is in the objects of the capture that has ended
	local result
	result=$(grep '"type":"result"' "$log")
	check "the capture is lossless" "$(grep -o '"lossless":[a-z]*' <<<"$result")" '"lossless":true'
	check "every frame that the card took was delivered" \
		"$(grep -o '"total":{[^}]*' <<<"$result" | grep -o '"delivered":[0-9]*')" "\"delivered\":$sent"
}
kill_outright() {
	kill -KILL $agent_pid
	wait $agent_pid 2>/dev/null
}
placement() { grep '"type":"placement"' "$log" | tail -n 1; }
threads() { # threads readers|others: where these threads of the agent may run, read back from the kernel
	local task reads
	for task in "/proc/$agent_pid/task/"*; do
		[[ ${task##*/} == "$agent_pid" ]] && continue
		reads=others
		[[ $(<"$task/comm") == ringtail-reader* ]] && reads=readers
		[[ $reads == "$1" ]] && sed -n 's/^Cpus_allowed_list:\t//p' "$task/status"
	done 2>/dev/null | sort -u | tr '\n' ' '
}
in_list() { # in_list CPU LIST
	local part
	for part in ${2//,/ }; do ((${part%-*} <= $1 && $1 <= ${part#*-})) && return 0; done
	return 1
}
reader_lines() { # CPUs and rings of each reader by the report
	placement | grep -o '"index":[0-9]*,"cpus":"[0-9,-]*","rings":"[0-9,-]*"' |
		sed 's/.*"cpus":"\(.*\)","rings":"\(.*\)"/\1 \2/'
}
reported_readers() { reader_lines | cut -d' ' -f1 | sort -u | tr '\n' ' '; }
own_rings() { # those of the CPUs on which interrupts fire whose ring the reader that is pinned there drains
	local cpu cpus rings
	for cpu in $(fires_on); do
		while read -r cpus rings; do
			[[ $cpus == "$cpu" ]] && in_list "$cpu" "$rings" && echo -n "$cpu "
		done < <(reader_lines)
	done
}
traffic() { # one run of the lab's traffic; its frames are added to $sent
	lab-traffic >/tmp/traffic.log
	local tap
	tap=$(sed -n 's/.*tap_sent=\([0-9]*\).*/\1/p' /tmp/traffic.log)
	sent=$((sent + tap))
}
traffic_meanwhile() { # traffic beside the commands that follow, until traffic_over
	rm -f /tmp/enough
	: >/tmp/traffic.log
	while [[ ! -e /tmp/enough ]]; do lab-traffic >>/tmp/traffic.log; done &
	traffic_pid=$!
	sleep 1
}
traffic_over() {
	touch /tmp/enough
	wait $traffic_pid
	local tap
	while read -r tap; do sent=$((sent + tap)); done < <(sed -n 's/.*tap_sent=\([0-9]*\).*/\1/p' /tmp/traffic.log)
}
section() { echo "== $1, at $SECONDS s"; }

set_masks
before=$(masks)

section "split"
start split --placement Split --max-cpus 4
check "masks differ while split" "$([[ $(masks) != "$before" ]] && echo differ)" differ
check "interrupts are on the receive CPUs" "$(affinity 0 1 2 3)" "4 5 4 5 "
check "steering keeps off the readers" "$(steering)" 30
check "readers are pinned to the other core of the same cache" "$(threads readers)" "6 7 "
check "all other threads keep off both" "$(threads others)" "0-3 "
new=$(on_cpus 4 5) old=$(on_cpus 0 1 2 3 6 7)
traffic
new=$(($(on_cpus 4 5) - new)) old=$(($(on_cpus 0 1 2 3 6 7) - old))
echo "NOTE interrupts on the receive CPUs: $new, elsewhere: $old"
check "interrupts fire on the receive CPUs, but for the first ones" "$((new > 10 * old && old <= 8))" 1
eventually "the report says applied for each setting once it has fired" \
	'placement | grep -o "\"outcome\":\"APPLIED\"" | wc -l' 5
matches "each reader drains the ring beside it" <(placement) '"index":0,"cpus":"6","rings":"[0-9,-]*4.*"index":1,"cpus":"7","rings":"[0-9,-]*5'
"${ringtail[@]}" restore >/tmp/held.log 2>&1
check "restore leaves a running capture alone" "$?" 3
matches "and says whose it is" /tmp/held.log 'Another capture \(process [0-9]+\)'

section "irqbalance"
mkdir -p /run/irqbalance
traffic_meanwhile
irqbalance --foreground --interval=1 >/tmp/irqbalance.log 2>&1 &
balancer=$!
for ((i = 0; i < 60; i++)); do
	[[ $(affinity 0 1 2 3) == "4 5 4 5 " ]] || break
	sleep 0.5
done
began=$SECONDS
wait_for "$log" 'irqbalance \(process [0-9]+\) moved ' 30
took=$((SECONDS - began))
echo "NOTE drift was reported $took s after irqbalance moved interrupts"
matches "drift is reported, with who" "$log" 'irqbalance \(process [0-9]+\) moved interrupt '
check "within 10 s" "$((took <= 10))" 1
kill -0 $balancer
check "irqbalance still runs" $? 0
receive=$(placement | sed 's/.*"receiveCpus":"\([0-9,-]*\)".*/\1/')
echo "NOTE CPUs $receive receive now, readers are on $(threads readers)"
check "readers went where the plan has them" "$(threads readers)" "$(reported_readers)"
traffic_over
kill $balancer
wait $balancer 2>/dev/null

section "a CPU goes offline"
gone=$(threads readers)
gone=${gone% }
gone=${gone##* }
traffic_meanwhile
echo 0 >"/sys/devices/system/cpu/cpu$gone/online"
wait_for "$log" 'Online CPUs changed from 0-7 to' 10
matches "it is noticed" "$log" 'Online CPUs changed from 0-7 to'
eventually "no reader may run on CPU $gone" "threads readers | grep -c $gone" 0
echo "NOTE readers are on $(threads readers)"
echo 1 >"/sys/devices/system/cpu/cpu$gone/online"
eventually "it is placed as before when the CPU is back" "affinity 0 1 2 3" "4 5 4 5 "
eventually "so are the readers" "threads readers" "6 7 "
traffic_over
"$JAVA_HOME/bin/jcmd" $agent_pid VM.cds dynamic_dump $classes >/tmp/classes.log 2>&1
ringtail=("${java[@]}" -XX:SharedArchiveFile=$classes -cp "$jars" dev.ringtail.agent.AgentMain)
end
check "masks after the end" "$(masks)" "$before"
delivered_all
cp /tmp/out-split/*/*/*/manifest.json /results/split-manifest.json
matches "the manifest tells what was placed" /results/split-manifest.json '"applies" : "Split"'
matches "and what was given back" /results/split-manifest.json 'has CPUs 1,3 again'

section "killed outright, given back by the next start"
start killed --placement Split --max-cpus 4
kill_outright
check "masks differ after SIGKILL" "$([[ $(masks) != "$before" ]] && echo differ)" differ
start observing
check "masks while the next one observes" "$(masks)" "$before"
end
matches "which said so" "$log" 'a killed capture had left 5 interrupts and masks changed; they have their old CPUs again'

section "killed outright, restored by command"
start killed --placement Split --max-cpus 4
kill_outright
check "masks differ after SIGKILL" "$([[ $(masks) != "$before" ]] && echo differ)" differ
"${ringtail[@]}" restore >/tmp/restore.log 2>&1
check "restore succeeds" $? 0
matches "and says what it gave back" /tmp/restore.log 'interrupt [0-9]+ .* has CPUs 1,3 again'
matches "steering, too" /tmp/restore.log 'steering of eth0 queue 1 has CPUs 4-7 again'
check "masks after restore" "$(masks)" "$before"

section "killed outright, channels changed by somebody else, restored by the next start"
start dead --placement Split --max-cpus 4
kill_outright
ethtool -L $nic combined 2
check "others' change reset the affinities" "$([[ $(affinity 0 1) != "4 5 " ]] && echo reset)" reset
start next --placement Split --max-cpus 4
check "two queues are placed" "$(affinity 0 1)" "4 5 "
check "and no more" "$(placement | grep -o '"kind":"INTERRUPT"' | wc -l)" 2
end
matches "the next start gave back first" "$log" 'a killed capture had left 5 interrupts and masks changed'
check "these two have what they had before us" "$(masks | head -n 2)" "$(head -n 2 <<<"$before")"
ethtool -L $nic combined 4
set_masks
check "masks set again" "$(masks)" "$before"

section "refused"
"${probe[@]}" refused $nic /tmp/state "$(irq_of virtio0-req.1)" >/tmp/refused.log 2>&1
matches "a managed interrupt is reported with the kernel's answer" /tmp/refused.log '^MANAGED disk .* E(IO: Input/output error|PERM: Operation not permitted)$'
matches "the others are moved all the same" /tmp/refused.log '^(APPLIED|ACCEPTED) eth0 queue 3 .* to 5 '
check "masks after a refusal" "$(masks)" "$before"

finish() {
	cp /tmp/*.log /tmp/*.json /tmp/*.err /results/
	echo "$failures failed, after $SECONDS s"
	[[ $failures -eq 0 ]]
	exit
}
[[ ${1-} != :brief ]] || finish

section "a small control group"
echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control
mkdir -p /sys/fs/cgroup/small
echo 0-1,6 >/sys/fs/cgroup/small/cpuset.cpus
echo $BASHPID >/sys/fs/cgroup/small/cgroup.procs
start small --placement Split --max-cpus 8
echo $BASHPID >/sys/fs/cgroup/cgroup.procs
matches "the plan shrinks and says so" "$log" 'The split was to be 4 CPUs wide and is [123], because readers may use only CPUs 0-1,6\.'
echo "NOTE readers are on $(threads readers), other threads on $(threads others)"
end
check "masks after the control group" "$(masks)" "$before"

section "same"
sent=0
start same --placement Same
traffic
check "nothing is moved" "$(masks)" "$before"
eventually "each CPU that receives has a reader of its own, pinned there" own_rings "$(fires_on)"
check "readers are where the plan has them" "$(threads readers)" "$(reported_readers)"
check "the other threads, too" "$(threads others)" "$(placement | sed 's/.*"serviceCpus":"\([0-9,-]*\)".*/\1 /')"
for cpu in $(fires_on); do
	in_list "$cpu" "$(threads others | tr -d ' ')" && fail "other threads may run on CPU $cpu, which receives"
done
end
delivered_all
check "masks after Same" "$(masks)" "$before"

section "lists in a document"
cat >/tmp/lists.yaml <<-DOCUMENT
	apiVersion: ringtail.dev/v1alpha1
	kind: CaptureJob
	metadata: {name: lists, namespace: lab}
	spec:
	  target: {nodes: {interfaces: [$nic]}}
	  placement: {receiveCpus: "2,3", readerCpus: "0,6"}
	  output: {directory: {path: /tmp/out-lists}}
DOCUMENT
sent=0
start lists --file /tmp/lists.yaml
traffic
check "interrupts are on the listed CPUs" "$(affinity 0 1 2 3)" "2 3 2 3 "
check "and fire there" "$(fires_on)" "2 3 "
check "readers are on the listed CPUs" "$(threads readers)" "0 6 "
check "steering keeps off them" "$(steering)" b0
end
delivered_all
check "masks after lists" "$(masks)" "$before"

section "auto"
traffic_meanwhile
memory=16Mi
start auto --placement Auto --max-cpus 4
memory=
wait_for "$log" 'Auto stays with ' 20
matches "trials end early where there is no loss to win back" "$log" 'Auto stays with Observe: It lost nothing'
matches "and the trial's numbers are told" <(placement) '"policy":"Observe","packetsPerSecond":[1-9][0-9]*,"lost":0,'
check "after one trial" "$(placement | grep -o '"packetsPerSecond"' | wc -l)" 1
check "nothing was moved" "$(masks)" "$before"
# Whoever is stopped for longer than its rings last loses packets in each window, as if its readers had too little CPU.
for ((i = 0; i < 20; i++)); do
	grep -q 'Of 3 placements it captured' "$log" && break
	kill -STOP $agent_pid
	sleep 5
	kill -CONT $agent_pid
	sleep 1
done
echo "NOTE $(placement | grep -o '"trials":.*\]' | cut -c1-900)"
matches "three windows with loss make it try again" "$log" 'Packets were lost in 3 windows in a row'
matches "Auto turned to a split" "$log" 'Auto turns to Split of width 1: [0-9]+ packets were lost'
matches "and wider" "$log" 'Auto turns to Split of width 2: [0-9]+ packets were lost'
matches "and keeps the best" "$log" 'Auto (turns to|stays with) (Observe|Split of width [12]): Of 3 placements it captured'
traffic_over
end
check "masks after Auto" "$(masks)" "$before"
cp /tmp/out-auto/*/*/*/manifest.json /results/auto-manifest.json
check "every trial and its numbers are in the manifest" \
	"$(($(grep -c '"cpuNsPerPacket"' /results/auto-manifest.json) >= 4))" 1

section "topology"
"${ringtail[@]}" topology --interface $nic >/tmp/topology.log 2>&1
check "the node is drawn" $? 0
matches "with each queue's interrupt" /tmp/topology.log "^  queue 2: interrupt $(queue_irq 2) $device-input.2, CPU [0-9]"
matches "with its caches and memory nodes" /tmp/topology.log '^  L3 4-7, memory node 1$'
matches "with its cores" /tmp/topology.log '^    core [0-9]+: 6 .* \| 7 '

finish
