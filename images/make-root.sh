#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lays out the file system of an image in FOLDER, in which a linked Java already lies: the libraries that Java and the named
# packages load, the tables that resolvers read, an unprivileged user, and nothing else, no shell either.
#   make-root.sh FOLDER [PACKAGE:LIBRARY]...        packages that are missing are installed first
set -eu
root=$1
shift

missing=
for wanted in netbase: "$@"; do
	package=${wanted%%:*}
	dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing="$missing $package"
done
if [ -n "$missing" ]; then
	apt-get update -qq
	# shellcheck disable=SC2086
	apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

find_library() { ldconfig -p | awk -v name="$1" '$1 == name { print $NF; exit }'; }
copy() {
	mkdir -p "$root$(dirname "$1")"
	cp -L "$1" "$root$1"
}

mkdir -p "$root/etc" "$root/tmp" "$root/var/lib" "$root/usr/lib" "$root/usr/lib64"
chmod 1777 "$root/tmp"
ln -s usr/lib "$root/lib"
ln -s usr/lib64 "$root/lib64"
libraries=
for wanted in "$@"; do
	library=$(find_library "${wanted#*:}")
	copy "$library"
	libraries="$libraries $library"
done
# shellcheck disable=SC2046
for library in $(ldd $libraries "$root/opt/java/bin/java" $(find "$root/opt/java/lib" -name '*.so') |
	awk '$2 == "=>" && $3 ~ /^\// { print $3 } $1 ~ /^\/.*ld-linux/ { print $1 }' | grep -v "^$root" | sort -u); do
	copy "$library"
done

cp /etc/services /etc/protocols "$root/etc/"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
printf 'root:x:0:0::/:/none\nringtail:x:65532:65532::/tmp:/none\n' >"$root/etc/passwd"
printf 'root:x:0:\nringtail:x:65532:\n' >"$root/etc/group"
