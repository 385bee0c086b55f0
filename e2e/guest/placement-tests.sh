#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves placement by the agent on a guest's card with four queues, two memory nodes and SMT: interrupts move, are watched, and are given back.
#
#   e2e/guest/placement-tests.sh [KERNEL...]     default: 6.1 6.12 6.1-rt
#
# Needs the agent built (make build) with its test classes. The lab with the guests is looked for in $RINGTAIL_LAB, then in
# ../shared/lab/qemu beside this repository. Exit status: 0 passed, 1 failed, 77 skipped because there is no lab.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/e2e/target/guest-placement
kernels=("$@")
[ $# -gt 0 ] || kernels=(6.1 6.12 6.1-rt)

if ! skipped=$("$root/e2e/guest/in-guest.sh" --probe); then
	echo "$skipped"
	exit 77
fi
if [ ! -d "$root/agent/target/test-classes" ] || [ ! -d "$root/agent/target/lib" ]; then
	echo "FAILED placement-tests: the agent is not built; run make build"
	exit 1
fi

rm -rf "$out/share"
mkdir -p "$out/share/lib"
cp -r "$root/agent/target/test-classes" "$out/share/"
cp "$root"/agent/target/lib/*.jar "$out/share/lib/"
cp "$root"/agent/target/ringtail-agent.jar "$out/share/"
cp "$root/e2e/guest/placement-in-guest.sh" "$out/share/"

failed=()
for kernel in "${kernels[@]}"; do
	echo "== placement on kernel $kernel"
	"$root/e2e/guest/in-guest.sh" --kernel "$kernel" --share "$out/share" --results "$out/$kernel" \
		--traffic size=1000,pps=2000,flows=64,count=6000 --timeout 900 \
		-- bash /share/placement-in-guest.sh || failed+=("$kernel")
done
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED placement-tests on kernel ${failed[*]}; console and results in $out"
	exit 1
fi
echo "PASSED placement-tests on kernels ${kernels[*]}"
