#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proves that the launcher uses its AOT cache, and that it says so when it cannot.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
	echo "check-launcher: $*" >&2
	exit 1
}

RINGTAIL_AOT_MODE=on bin/ringtail-agent filter explain --pcap tcp >/dev/null ||
	fail "Java refuses the AOT cache that was just made"

jar=agent/target/ringtail-agent.jar
stamp=$(mktemp)
trap 'touch -r "$stamp" "$jar"; rm -f "$stamp"' EXIT
touch -r "$jar" "$stamp"
touch "$jar"
said=$(bin/ringtail-agent filter explain --pcap tcp 2>&1 >/dev/null) || fail "it does not start without the AOT cache"
[[ $said == *"is older than"*"run make build"* ]] || fail "a stale AOT cache is not spoken of: $said"
echo "the launcher uses its AOT cache, and says when it is stale"
