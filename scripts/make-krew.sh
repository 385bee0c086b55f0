#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packs the kubectl plugin for krew: archive and manifest, to cli/target/krew.
#   make-krew.sh FOLDER-URL      where the archive will be published
set -euo pipefail
cd "$(dirname "$0")/.."
url=${1:?name the URL of the folder in which the archive will be published}

version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' cli/pom.xml | head -n 1)
name=kubectl-ringtail-$version
out=cli/target/krew
rm -rf "$out"
mkdir -p "$out/$name/lib"
cp LICENSE "$out/$name"
cp cli/target/kubectl-ringtail.jar cli/target/lib/*.jar "$out/$name/lib"
cat >"$out/$name/kubectl-ringtail" <<'LAUNCHER'
#!/bin/sh
self=$0
while [ -L "$self" ]; do
	target=$(readlink "$self")
	case $target in
	/*) self=$target ;;
	*) self=$(dirname "$self")/$target ;;
	esac
done
here=$(dirname "$self")
java=java
[ -z "$JAVA_HOME" ] || java=$JAVA_HOME/bin/java
command -v "$java" >/dev/null || {
	echo "ringtail: there is no Java; install Java 25 or newer, or name one in JAVA_HOME" >&2
	exit 3
}
exec "$java" -XX:+UseSerialGC -Xmx64m -XX:MaxDirectMemorySize=16m --enable-native-access=ALL-UNNAMED \
	--sun-misc-unsafe-memory-access=allow -cp "$here/lib/*" dev.ringtail.cli.RingtailMain "$@"
LAUNCHER
chmod 755 "$out/$name/kubectl-ringtail"
tar -C "$out/$name" --sort=name --owner=0 --group=0 --mtime=2026-11-30T00:00:00Z -czf "$out/$name.tar.gz" .
rm -rf "${out:?}/$name"
sum=$(sha256sum "$out/$name.tar.gz" | cut -d ' ' -f 1)
sed "s|@VERSION@|$version|; s|@URI@|$url/$name.tar.gz|; s|@SHA256@|$sum|" cli/krew/ringtail.yaml >"$out/ringtail.yaml"
echo "$out/ringtail.yaml $out/$name.tar.gz"
