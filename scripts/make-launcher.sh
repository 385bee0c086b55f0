#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes bin/ringtail-agent and bin/kubectl-ringtail, which run what was built in this checkout, and
# bin/kubectl_complete-ringtail, by which kubectl completes the words of the latter.
set -euo pipefail
cd "$(dirname "$0")/.."

# class_path MODULE NAME : jar and libraries of a module. The order is a part of what an AOT cache was made for, hence no
# wildcard.
class_path() {
	local path="\$here/$1/target/$2.jar"
	local jar
	for jar in "$1"/target/lib/*.jar; do
		path+=":\$here/$jar"
	done
	echo "$path"
}

# place FILE : standard input as an executable, left alone when nothing changed: an AOT cache is made again when its launcher
# is newer.
place() {
	local made
	made=$(mktemp)
	cat >"$made"
	chmod 755 "$made"
	if cmp -s "$made" "$1"; then
		rm -f "$made"
	else
		mv "$made" "$1"
	fi
}

mkdir -p bin
place bin/ringtail-agent <<LAUNCHER
#!/bin/sh
# Made by scripts/make-launcher.sh.
here=\$(cd "\$(dirname "\$(readlink -f "\$0")")/.." && pwd)
cache=\$here/agent/target/ringtail-agent.aot
aot=
if [ -f "\$cache" ]; then
	newer=\$(find "\$here/agent/target/ringtail-agent.jar" "\$here/agent/target/lib" -name '*.jar' -newer "\$cache" | head -n 1)
	if [ -z "\$newer" ]; then
		aot="-XX:AOTCache=\$cache -XX:AOTMode=\${RINGTAIL_AOT_MODE:-auto}"
	else
		echo "ringtail-agent: the AOT cache \$cache is older than \$newer and is not used, so that the start takes twice the CPU time; run make build" >&2
	fi
fi
exec "\${RINGTAIL_JAVA:-$JAVA_HOME/bin/java}" -XX:+UseSerialGC -XX:CompileThresholdScaling=10 -Xmx256m \\
	-Xlog:disable -Xlog:all=warning:stderr \$aot \\
	--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \$RINGTAIL_JAVA_OPTIONS \\
	-cp "$(class_path agent ringtail-agent)" dev.ringtail.agent.AgentMain "\$@"
LAUNCHER

place bin/kubectl-ringtail <<LAUNCHER
#!/bin/sh
# Made by scripts/make-launcher.sh.
here=\$(cd "\$(dirname "\$(readlink -f "\$0")")/.." && pwd)
export MALLOC_ARENA_MAX=2
archive=\${XDG_CACHE_HOME:-\$HOME/.cache}/ringtail
mkdir -p "\$archive" 2>/dev/null
# Classes as they were loaded by the first run, so that later ones start in half the time.
exec "\${RINGTAIL_JAVA:-$JAVA_HOME/bin/java}" -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=\$archive/kubectl-ringtail.jsa" \\
	-Xlog:disable -XX:+UseSerialGC -Xmx64m -XX:MaxDirectMemorySize=16m \\
	--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \$RINGTAIL_JAVA_OPTIONS \\
	-cp "$(class_path cli kubectl-ringtail)" dev.ringtail.cli.RingtailMain "\$@"
LAUNCHER

place bin/kubectl_complete-ringtail <<'LAUNCHER'
#!/bin/sh
# Made by scripts/make-launcher.sh. kubectl calls it with the words typed so far.
exec "$(dirname "$(readlink -f "$0")")/kubectl-ringtail" __complete "$@"
LAUNCHER
