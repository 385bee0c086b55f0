#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves placement by the agent on a guest's card with four queues, two memory nodes and SMT: interrupts move, are watched, and are given back.
#
#   e2e/guest/placement-tests.sh [KERNEL[:brief]...]     default: 6.1 6.12 6.1-rt
#
# KERNEL:brief leaves out what the planner decides and any kernel does alike: Same, lists, Auto, a control group, the drawing.
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

# Guests wait more than they compute, so two run at once; each one's output is printed whole.
run() {
	local status=0 kernel=${1%:brief}
	"$root/e2e/guest/in-guest.sh" --kernel "$kernel" --share "$out/share" --results "$out/$1" \
		--traffic size=1000,pps=2000,flows=64,count=6000 --timeout 1500 \
		-- bash /share/placement-in-guest.sh "${1#"$kernel"}" >"$out/$1.log" 2>&1 || status=$?
	echo "== placement on kernel $1"
	cat "$out/$1.log"
	[ $status -eq 0 ] || touch "$out/$1.failed"
}
rm -f "$out"/*.failed
trap 'trap - INT TERM; kill -TERM 0' INT # background jobs do not hear of Ctrl-C
for kernel in "${kernels[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
	run "$kernel" &
done
wait
failed=()
for kernel in "${kernels[@]}"; do
	[ ! -e "$out/$kernel.failed" ] || failed+=("$kernel")
done
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED placement-tests on kernel ${failed[*]}; console and results in $out"
	exit 1
fi
echo "PASSED placement-tests on kernels ${kernels[*]}"
