#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command in a QEMU guest of the lab, with the lab's options, and again when the emulator killed the guest.
#
#   e2e/guest/in-guest.sh OPTION... --results FOLDER ... -- COMMAND [ARGUMENT...]
#
# Without KVM a guest's software CPU now and then runs into an instruction that another one is patching at that moment: the
# kernel dies by "int3" in its own text, mostly while it boots. Then nothing was proved either way. A guest that died of
# anything else is not run again: that would be ours. The lab is looked for in $RINGTAIL_LAB/qemu, then in ../shared/lab/qemu
# beside this repository. Exit status: the command's; 77 without a lab; else as run-in-guest.sh of the lab.
set -euo pipefail

attempts=3
root=$(cd "$(dirname "$0")/../.." && pwd)
lab=${RINGTAIL_LAB:-$root/../shared/lab}/qemu
if [ ! -x "$lab/run-in-guest.sh" ]; then
	echo "SKIPPED: no QEMU lab at $lab; set RINGTAIL_LAB to the folder that holds it"
	exit 77
fi
if [ "${1-}" = --probe ]; then
	exit 0
fi

results=lab-results previous=
for word in "$@"; do
	[ "$word" != -- ] || break
	[ "$previous" != --results ] || results=$word
	previous=$word
done

for attempt in $(seq $attempts); do
	status=0
	"$lab/run-in-guest.sh" "$@" || status=$?
	[ $status -eq 125 ] || exit $status
	if grep -q 'Oops' "$results/console.log" && ! grep -q 'int3' "$results/console.log"; then
		break
	fi
	[ "$attempt" -eq $attempts ] || echo "NOTE the emulator killed the guest; once more"
done
exit $status
