#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes bin/ringtail-agent, which runs the agent that was built in this checkout.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p bin
# The order of the class path is a part of what the AOT cache was made for, hence no wildcard.
class_path='$here/agent/target/ringtail-agent.jar'
for jar in agent/target/lib/*.jar; do
	class_path+=":\$here/$jar"
done
launcher=$(mktemp)
cat >"$launcher" <<LAUNCHER
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
exec "\${RINGTAIL_JAVA:-$JAVA_HOME/bin/java}" -XX:+UseSerialGC -Xmx256m -Xlog:disable -Xlog:all=warning:stderr \$aot \\
	--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \$RINGTAIL_JAVA_OPTIONS \\
	-cp "$class_path" dev.ringtail.agent.AgentMain "\$@"
LAUNCHER
chmod 755 "$launcher"
# Left alone when nothing changed: the AOT cache is made again when the launcher is newer.
if cmp -s "$launcher" bin/ringtail-agent; then
	rm -f "$launcher"
else
	mv "$launcher" bin/ringtail-agent
fi
