#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Takes the native libraries of this machine's kind out of the jars in FOLDER, so that nothing is unpacked at run time, where
# the root file system is read-only and /tmp may be noexec.
#   unpack-natives.sh FOLDER TARGET        needs the jar command
set -eu
jars=$1 target=$2
case $(uname -m) in
x86_64) jna=linux-x86-64 zstd=amd64 ;;
aarch64) jna=linux-aarch64 zstd=aarch64 ;;
*)
	echo "unpack-natives.sh: Ringtail is made for x86_64 and aarch64, this is $(uname -m)" >&2
	exit 1
	;;
esac

mkdir -p "$target"
work=$(mktemp -d)
cd "$work"
jar xf "$jars"/jna-*.jar "com/sun/jna/$jna"
cp "com/sun/jna/$jna/libjnidispatch.so" "$target/"
for archive in "$jars"/zstd-jni-*.jar; do
	[ -e "$archive" ] || continue
	jar xf "$archive" "linux/$zstd"
	cp "linux/$zstd"/libzstd-jni-*.so "$target/libzstd-jni.so"
done
rm -rf "$work"
