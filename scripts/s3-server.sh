#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs an S3 server in the foreground on loopback, for tests and the demo; end it with SIGTERM.
#   s3-server.sh PORT FOLDER BUCKET...      keys: access / secret; any region; path style
# It is found in this order: a lab folder (RINGTAIL_LAB, or ../shared/lab beside the project),
# versitygw on the PATH, one that an earlier run has built, one built now by Go.
# Exits with 3 and a sentence where none can be had.
set -euo pipefail
port=$1 folder=$2
shift 2
access=access secret=secret
here=$(cd "$(dirname "$0")/.." && pwd)
version=v1.8.0
module=github.com/versity/versitygw/cmd/versitygw
cache=${XDG_CACHE_HOME:-$HOME/.cache}/ringtail/versitygw-$version

lab=${RINGTAIL_LAB:-$here/../shared/lab}/s3/s3-server.sh
if [[ -x $lab ]]; then
	buckets=()
	for bucket in "$@"; do buckets+=(--bucket "$bucket"); done
	exec "$lab" --port "$port" --data "$folder" --access "$access" --secret "$secret" "${buckets[@]}"
fi

server=$(command -v versitygw || true)
if [[ -z $server ]]; then
	server=$cache/versitygw
	if [[ ! -x $server ]]; then
		if ! command -v go >/dev/null; then
			echo "no S3 server: install versitygw, or Go so that it can be built" >&2
			exit 3
		fi
		echo "building $module@$version, once, a few minutes" >&2
		if ! CGO_ENABLED=0 GOBIN=$cache go install "$module@$version" >&2; then
			echo "no S3 server: $module@$version could not be built" >&2
			exit 3
		fi
	fi
fi
for bucket in "$@"; do mkdir -p "$folder/$bucket"; done
mkdir -p "$folder.iam"
exec "$server" --port "127.0.0.1:$port" --access "$access" --secret "$secret" --iam-dir "$folder.iam" posix "$folder"
