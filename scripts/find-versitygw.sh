#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the path of versitygw, the S3 server of the tests. It is found in this order: a lab folder (RINGTAIL_LAB, or
# ../shared/lab beside the project), the PATH, one that an earlier run has built, one built now by Go.
# Exits with 3 and a sentence where none can be had.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
version=v1.8.0
module=github.com/versity/versitygw/cmd/versitygw
cache=${XDG_CACHE_HOME:-$HOME/.cache}/ringtail/versitygw-$version
packed=${RINGTAIL_LAB:-$here/../shared/lab}/s3/versitygw.zst

if [[ ! -x $cache/versitygw && -f $packed ]] && command -v zstd >/dev/null; then
	mkdir -p "$cache"
	part=$cache/versitygw.$$
	zstd -q -d -f "$packed" -o "$part"
	chmod +x "$part"
	mv "$part" "$cache/versitygw"
fi
if [[ -x $cache/versitygw ]]; then
	echo "$cache/versitygw"
	exit
fi
command -v versitygw && exit
if ! command -v go >/dev/null; then
	echo "no S3 server: install versitygw, or Go so that it can be built" >&2
	exit 3
fi
echo "building $module@$version, once, a few minutes" >&2
if ! CGO_ENABLED=0 GOBIN=$cache go install "$module@$version" >&2; then
	echo "no S3 server: $module@$version could not be built" >&2
	exit 3
fi
echo "$cache/versitygw"
