#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lists the tests that the last run skipped, with their reasons. In CI (CI=true) one that .ci/allowed-skips does not name
# is a failure.
#   report-skips.sh           the skips of Maven's reports
#   report-skips.sh FILE      those of FILE: name, tab, reason, a line each
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $# -gt 0 ]]; then
	skips=$(cat "$1")
else
	skips=$(python3 - <<'PY'
import glob, xml.etree.ElementTree as tree
for report in sorted(glob.glob("*/target/surefire-reports/TEST-*.xml")):
    for case in tree.parse(report).getroot().iter("testcase"):
        for skip in case.findall("skipped"):
            told = skip.get("message") or (skip.text or "").removeprefix(f"{skip.get('type')}: ")
            reason = told.strip().split("\n")[0] or "no reason given"
            print(f"{case.get('classname')}#{case.get('name')}\t{reason}")
PY
	)
fi
[[ -n $skips ]] || exit 0
echo
echo "skipped:"
printf '%s\n' "$skips" | sed 's/\t/: /; s/^/  /'
[[ ${CI:-} == true ]] || exit 0
unnamed=$(printf '%s\n' "$skips" | cut -f 1 | grep -vxFf <(grep -v '^#' .ci/allowed-skips | cut -f 1) || true)
if [[ -n $unnamed ]]; then
	echo "in CI these must run, or be named in .ci/allowed-skips:" >&2
	printf '%s\n' "$unnamed" | sed 's/^/  /' >&2
	exit 1
fi
