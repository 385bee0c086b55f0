#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of the BPF programs in QEMU guests with the kernels that Ringtail supports.
#
#   e2e/guest/bpf-tests.sh [KERNEL...]     default: 6.1 6.12 6.1-rt
#
# The lab with the guests is looked for in $RINGTAIL_LAB/qemu, then in ../shared/lab/qemu beside this
# repository. Exit status: 0 passed, 1 failed, 77 skipped because there is no lab.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/e2e/target/guest-bpf
kernels=("$@")
[ $# -gt 0 ] || kernels=(6.1 6.12 6.1-rt)

if ! skipped=$("$root/e2e/guest/in-guest.sh" --probe); then
	echo "$skipped"
	exit 77
fi

make --silent -C "$root/bpf" tests OUT="$out/share"

failed=()
for kernel in "${kernels[@]}"; do
	echo "== BPF tests on kernel $kernel"
	"$root/e2e/guest/in-guest.sh" --kernel "$kernel" --share "$out/share" --results "$out/$kernel" \
		--timeout 300 -- /share/ringtail-bpf-test /share/objects | tee "$out/tests" || failed+=("$kernel")
	# Chance decides whether a sender is preempted in the middle of a record, a busy machine makes it rare.
	if [ "$kernel" = 6.1-rt ] && ! grep -q '[1-9][0-9]* found the ring taken' "$out/tests"; then
		echo "NOTE no sender was preempted while it wrote: the torture proved little this time"
	fi
done
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED bpf-tests on kernel ${failed[*]}; console and results in $out"
	exit 1
fi
echo "PASSED bpf-tests on kernels ${kernels[*]}"
