#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the agent in QEMU guests: a card with four receive queues, kernels that the host does not have, and, with fragments,
# frames longer than a page.
#
#   e2e/guest/agent-tests.sh [KERNEL...]     default: 6.1 6.12
#
# Needs the agent built (make build). The lab is looked for in $RINGTAIL_LAB/qemu, then in ../shared/lab/qemu beside this
# repository. Exit status: 0 passed, 1 failed, 77 skipped because there is no lab.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/e2e/target/guest-agent
kernels=("$@")
[ $# -gt 0 ] || kernels=(6.1 6.12)

if ! skipped=$("$root/e2e/guest/in-guest.sh" --probe); then
	echo "$skipped"
	exit 77
fi
rm -rf "$out/share"
mkdir -p "$out/share"
cp -r "$root/agent/target/lib" "$root/agent/target/ringtail-agent.jar" "$root/e2e/guest/agent-in-guest.sh" "$out/share/"

failed=()
# run NAME KERNEL OPTION...
run() {
	local name=$1 kernel=$2
	shift 2
	echo "== agent on kernel $name"
	"$root/e2e/guest/in-guest.sh" --kernel "$kernel" --share "$out/share" --results "$out/$name" --timeout 400 "$@" \
		-- bash /share/agent-in-guest.sh || failed+=("$name")
}
for kernel in "${kernels[@]}"; do
	run "$kernel" "$kernel" --traffic size=64,pps=4000,flows=64,count=40000
done
if [[ " ${kernels[*]} " == *" 6.12 "* ]]; then
	run 6.12-fragments 6.12 --nic-opts mrg_rxbuf=on,host_mtu=9000 --traffic size=8000,pps=300,flows=16,count=2000
fi
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED agent-tests on ${failed[*]}; console and results in $out"
	exit 1
fi
echo "PASSED agent-tests on kernels ${kernels[*]}"
