#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Uploads ready segments to an S3 server on this machine, beside the same SDK's raw multipart upload.
#   upload.sh [ROUNDS [SEGMENT_MIB]]        after make bench-tools
set -euo pipefail
cd "$(dirname "$0")/.."

port=$((20000 + RANDOM % 20000))
work=$(mktemp -d --tmpdir="$([[ -w /dev/shm ]] && echo /dev/shm || echo /tmp)")
scripts/s3-server.sh $port "$work/s3" captures >"$work/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$work"' EXIT
until curl -s -o /dev/null "http://127.0.0.1:$port"; do
	kill -0 $server 2>/dev/null || { tail -1 "$work/server.log" >&2 && exit 1; }
	sleep 0.2
done
export AWS_ACCESS_KEY_ID=access AWS_SECRET_ACCESS_KEY=secret
"$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx256m --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
	-cp "bench/target/ringtail-bench.jar:agent/target/ringtail-agent.jar:agent/target/lib/*" \
	dev.ringtail.bench.upload.UploadBench "http://127.0.0.1:$port" captures "$work" "$@"
