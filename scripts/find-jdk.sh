#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the home of a JDK 25 or newer: JAVA_HOME, else the newest in the system's JVM folder, else that of javac on the PATH.
set -euo pipefail

version_of() {
	sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

fits() {
	[[ -x $1/bin/javac ]] && (("$(version_of "$1" || echo 0)" >= 25)) 2>/dev/null
}

if [[ -n ${JAVA_HOME:-} ]] && fits "$JAVA_HOME"; then
	echo "$JAVA_HOME"
	exit
fi
for home in $(ls -d /usr/lib/jvm/*/ 2>/dev/null | sort -V -r); do
	if fits "${home%/}"; then
		readlink -f "${home%/}"
		exit
	fi
done
if javac=$(command -v javac); then
	home=$(dirname "$(dirname "$(readlink -f "$javac")")")
	if fits "$home"; then
		echo "$home"
		exit
	fi
fi
echo "no JDK 25 was found: install openjdk-25-jdk-headless, or set JAVA_HOME to a JDK 25 or newer" >&2
exit 1
