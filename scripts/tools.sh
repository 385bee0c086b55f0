# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# How tools come to be here that no package has, each in a folder of its own; to be sourced.

lab=${RINGTAIL_LAB:-$(dirname "${BASH_SOURCE[0]}")/../../shared/lab}
tools=${XDG_CACHE_HOME:-$HOME/.cache}/ringtail

# unpack_tool FILE PACKED : FILE out of an archive of the lab, unless it is there already or there is none.
unpack_tool() {
	local part=$1.$$
	if [[ ! -x $1 && -f $lab/$2 ]] && command -v zstd >/dev/null; then
		mkdir -p "$(dirname "$1")"
		zstd -q -d -f --long=27 "$lab/$2" -o "$part"
		chmod +x "$part"
		mv "$part" "$1"
	fi
}

# build_tool FILE MODULE VERSION WHAT REMEDY : FILE by Go, unless it is there already; exits with 3 and a sentence where that fails.
build_tool() {
	[[ ! -x $1 ]] || return 0
	if ! command -v go >/dev/null; then
		echo "no $4: install $5, or Go so that it can be built" >&2
		exit 3
	fi
	echo "building $2@$3, once, a few minutes" >&2
	if ! CGO_ENABLED=0 GOBIN=$(dirname "$1") go install "$2@$3" >&2; then
		echo "no $4: $2@$3 could not be built" >&2
		exit 3
	fi
}
