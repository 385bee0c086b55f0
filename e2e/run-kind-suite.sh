#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the tests of dev.ringtail.e2e.kube on a cluster of kind, made for them and removed afterwards.
#   run-kind-suite.sh [TEST]...      classes, else all of them
# RINGTAIL_KIND_KEEP=1 leaves the cluster there, and takes one that is there already.
set -uo pipefail
cd "$(dirname "$0")/.."
. e2e/kind/env.sh

tests=${*:-dev/ringtail/e2e/kube/*}
[[ -n ${RINGTAIL_KIND_KEEP:-} ]] || trap 'e2e/kind/down.sh' EXIT
[[ -n ${RINGTAIL_KIND_KEEP:-} ]] || e2e/kind/down.sh 2>/dev/null

echo "== kind"
e2e/kind/up.sh >/dev/null 2> >(tee e2e/target/kind-up.log >&2)
case $? in
0) ;;
77)
	skips=$(mktemp)
	printf 'e2e/kind\t%s\n' "$(tail -n 1 e2e/target/kind-up.log)" >"$skips"
	scripts/report-skips.sh "$skips"
	exit
	;;
*)
	echo "== kind: there is no cluster"
	exit 1
	;;
esac
rm -rf e2e/target/kind
./mvnw -B -ntp -q test -pl e2e -am -Dtest="${tests// /,}" -Dsurefire.failIfNoSpecifiedTests=false -De2e.excluded=
