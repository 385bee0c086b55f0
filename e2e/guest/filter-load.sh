#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Loads every filter of the table of the filter module in QEMU guests, and compares some verdicts with the reference interpreter.
#
#   e2e/guest/filter-load.sh [--every N] [KERNEL...]     default: all filters on 6.1
#
# With --every N every Nth filter is loaded, since loading all of them takes emulated CPUs long.
# Needs the project built (make build). The lab with the guests is looked for in $RINGTAIL_LAB/qemu, then in ../shared/lab/qemu
# beside this repository. Exit status: 0 passed, 1 failed, 77 skipped because there is no lab.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/e2e/target/guest-filter-load
every=1
if [ "${1-}" = --every ]; then
	every=$2
	shift 2
fi
kernels=("$@")
[ $# -gt 0 ] || kernels=(6.1)

if ! skipped=$("$root/e2e/guest/in-guest.sh" --probe); then
	echo "$skipped"
	exit 77
fi
jna=("$root"/agent/target/lib/jna-[0-9]*.jar)
if [ ! -d "$root/filter/target/test-classes" ] || [ ! -f "${jna[0]}" ]; then
	echo "FAILED filter-load: the project is not built; run make build"
	exit 1
fi

rm -rf "$out/share"
mkdir -p "$out/share"
cp -r "$root/filter/target/classes" "$root/filter/target/test-classes" "$out/share/"
cp "${jna[0]}" "$out/share/jna.jar"

failed=()
for kernel in "${kernels[@]}"; do
	echo "== filters on kernel $kernel"
	"$root/e2e/guest/in-guest.sh" --kernel "$kernel" --share "$out/share" --results "$out/$kernel" --timeout 1500 -- \
		'java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp /share/classes:/share/test-classes:/share/jna.jar dev.ringtail.filter.proof.FilterLoad '"$every" || failed+=("$kernel")
done
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED filter-load on kernel ${failed[*]}; console and results in $out"
	exit 1
fi
echo "PASSED filter-load on kernels ${kernels[*]}"
