#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes bin/ringtail-agent, which runs the agent that was built in this checkout.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p bin
cat >bin/ringtail-agent <<LAUNCHER
#!/bin/sh
# Made by scripts/make-launcher.sh.
here=\$(cd "\$(dirname "\$(readlink -f "\$0")")/.." && pwd)
exec "\${RINGTAIL_JAVA:-$JAVA_HOME/bin/java}" -XX:+UseSerialGC -Xmx256m -Xshare:auto \\
	--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \$RINGTAIL_JAVA_OPTIONS \\
	-cp "\$here/agent/target/ringtail-agent.jar:\$here/agent/target/lib/*" dev.ringtail.agent.AgentMain "\$@"
LAUNCHER
chmod +x bin/ringtail-agent
