#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs suites of e2e/guest in the QEMU guests: those named, else those of e2e/guest/suites, with the arguments given there. A
# suite exits with 77 when what it needs is not here.
set -uo pipefail
cd "$(dirname "$0")/.."

lab=${RINGTAIL_LAB:-$PWD/../shared/lab}/qemu
if [[ -x $lab/build-image.sh ]]; then
	"$lab/build-image.sh" --java-home "$JAVA_HOME" --kernel 6.1 --kernel 6.12 --kernel 6.1-rt || exit 1
fi

passed=0 failed=0
skips=$(mktemp)
trap 'rm -f "$skips"' EXIT
names=("$@")
[[ $# -gt 0 ]] || mapfile -t names < <(grep -v '^#' e2e/guest/suites)
for name in "${names[@]}"; do
	read -ra words <<<"$name"
	echo "== $name"
	output=$(mktemp)
	"e2e/guest/${words[0]}.sh" "${words[@]:1}" 2>&1 | tee "$output"
	case ${PIPESTATUS[0]} in
	0) passed=$((passed + 1)) ;;
	77) printf 'e2e/guest/%s\t%s\n' "${words[0]}" "$(tail -n 1 "$output")" >>"$skips" ;;
	*)
		failed=$((failed + 1))
		echo "== $name failed"
		;;
	esac
	rm -f "$output"
done
echo
[[ ! -s $skips ]] || scripts/report-skips.sh "$skips" || failed=$((failed + 1))
echo "$passed passed, $failed failed, $(wc -l <"$skips") skipped"
[[ $failed -eq 0 ]]
