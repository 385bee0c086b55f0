#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of the BPF programs in QEMU guests with the kernels that Ringtail supports.
#
#   e2e/guest/bpf-tests.sh [KERNEL...]     default: 6.1 6.12
#
# The lab with the guests is looked for in $RINGTAIL_LAB, then in ../shared/lab/qemu beside this
# repository. Exit status: 0 passed, 1 failed, 77 skipped because there is no lab.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
lab=${RINGTAIL_LAB:-$root/../shared/lab/qemu}
out=$root/e2e/target/guest-bpf
kernels=("$@")
[ $# -gt 0 ] || kernels=(6.1 6.12)

if [ ! -x "$lab/run-in-guest.sh" ]; then
	echo "SKIPPED bpf-tests: no QEMU lab at $lab; set RINGTAIL_LAB to the folder with run-in-guest.sh"
	exit 77
fi

make --silent -C "$root/bpf" tests OUT="$out/share"

failed=()
for kernel in "${kernels[@]}"; do
	echo "== BPF tests on kernel $kernel"
	"$lab/run-in-guest.sh" --kernel "$kernel" --share "$out/share" --results "$out/$kernel" \
		--timeout 300 -- /share/ringtail-bpf-test /share/objects || failed+=("$kernel")
done
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED bpf-tests on kernel ${failed[*]}; console and results in $out"
	exit 1
fi
echo "PASSED bpf-tests on kernels ${kernels[*]}"
