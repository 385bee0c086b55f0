#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the path of helm: one on the PATH, one of a lab folder (RINGTAIL_LAB, or ../shared/lab beside the project), one that
# an earlier run has built, one built now by Go. Exits with 3 and a sentence where none can be had.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
version=v3.19.5
module=helm.sh/helm/v3/cmd/helm
cache=${XDG_CACHE_HOME:-$HOME/.cache}/ringtail/helm-$version
packed=${RINGTAIL_LAB:-$here/../shared/lab}/k8s/helm.zst

command -v helm && exit
if [[ ! -x $cache/helm && -f $packed ]] && command -v zstd >/dev/null; then
	mkdir -p "$cache"
	part=$cache/helm.$$
	zstd -q -d -f --long=27 "$packed" -o "$part"
	chmod +x "$part"
	mv "$part" "$cache/helm"
fi
if [[ ! -x $cache/helm ]]; then
	if ! command -v go >/dev/null; then
		echo "no helm: install it, or Go so that it can be built" >&2
		exit 3
	fi
	echo "building $module@$version, once, a few minutes" >&2
	if ! CGO_ENABLED=0 GOBIN=$cache go install "$module@$version" >&2; then
		echo "no helm: $module@$version could not be built" >&2
		exit 3
	fi
fi
echo "$cache/helm"
