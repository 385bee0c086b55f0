#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves placement on a guest's card with four queues, two memory nodes and SMT: interrupts move, are watched, and are given back.
#
#   e2e/guest/placement-tests.sh [KERNEL...]     default: 6.1 6.12
#
# Takes five minutes a kernel on two idle CPUs. Needs the agent built (make build) with its test classes. The lab with the guests is looked for in $RINGTAIL_LAB, then in
# ../shared/lab/qemu beside this repository. Exit status: 0 passed, 1 failed, 77 skipped because there is no lab.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
lab=${RINGTAIL_LAB:-$root/../shared/lab/qemu}
out=$root/e2e/target/guest-placement
kernels=("$@")
[ $# -gt 0 ] || kernels=(6.1 6.12)

if [ ! -x "$lab/run-in-guest.sh" ]; then
	echo "SKIPPED placement-tests: no QEMU lab at $lab; set RINGTAIL_LAB to the folder with run-in-guest.sh"
	exit 77
fi
if [ ! -d "$root/agent/target/test-classes" ] || [ ! -d "$root/agent/target/lib" ]; then
	echo "FAILED placement-tests: the agent is not built; run make build"
	exit 1
fi

rm -rf "$out/share"
mkdir -p "$out/share/lib"
cp -r "$root/agent/target/classes" "$root/agent/target/test-classes" "$out/share/"
cp "$root"/agent/target/lib/*.jar "$out/share/lib/"
cp "$root"/agent/target/ringtail-agent.jar "$out/share/"
cp "$root/e2e/guest/placement-in-guest.sh" "$out/share/"

failed=()
for kernel in "${kernels[@]}"; do
	echo "== placement on kernel $kernel"
	status=125
	# QEMU's software CPUs now and then run into an instruction that the kernel is patching (an int3
	# oops in the console): the guest is dead then, and nothing was proved either way.
	for attempt in 1 2 3; do
		[ $status -eq 125 ] || break
		[ $attempt -eq 1 ] || echo "NOTE the guest died; attempt $attempt"
		status=0
		"$lab/run-in-guest.sh" --kernel "$kernel" --share "$out/share" --results "$out/$kernel" \
			--traffic size=64,pps=2000,flows=64,count=80000 --timeout 1500 \
			-- bash /share/placement-in-guest.sh || status=$?
	done
	[ $status -eq 0 ] || failed+=("$kernel")
done
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED placement-tests on kernel ${failed[*]}; console and results in $out"
	exit 1
fi
echo "PASSED placement-tests on kernels ${kernels[*]}"
