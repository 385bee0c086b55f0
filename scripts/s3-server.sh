#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs an S3 server in the foreground on loopback, for tests and the demo; end it with SIGTERM.
#   s3-server.sh PORT FOLDER BUCKET...      keys: access / secret; any region; path style
# Exits with 3 and a sentence where none can be had; scripts/find-versitygw.sh says where it looks.
set -euo pipefail
port=$1 folder=$2
shift 2
server=$("$(dirname "$0")/find-versitygw.sh")
for bucket in "$@"; do mkdir -p "$folder/$bucket"; done
mkdir -p "$folder.iam"
exec "$server" --port "127.0.0.1:$port" --access access --secret secret --iam-dir "$folder.iam" posix "$folder"
