#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the AOT cache of a program of these images: it runs as it will in a cluster, against an API server that is none, and
# Java keeps what it loaded and linked. The cache is good for this Java, these jars and these options only.
#   train.sh agent|operator
set -eu
program=$1
folder=$(dirname "$0")
log=$(mktemp)

/opt/jdk/bin/java "$folder/FakeApiServer.java" 8001 "$folder" >"$log" 2>&1 &
server=$!
export KUBECONFIG="$folder/kubeconfig.yaml"
export RINGTAIL_NODE=train RINGTAIL_JOB_NAMESPACE=train RINGTAIL_JOB_NAME=train RINGTAIL_SPOOL=/tmp/spool
export RINGTAIL_JOB_UID=a0000000-0000-0000-0000-000000000002 RINGTAIL_CREDENTIALS=/tmp/credentials
export OPERATOR_NAMESPACE=train OPERATOR_POD=train OPERATOR_DEPLOYMENT=train RINGTAIL_AGENT_IMAGE=train
mkdir -p /tmp/spool /tmp/credentials
echo key >/tmp/credentials/AWS_ACCESS_KEY_ID
echo key >/tmp/credentials/AWS_SECRET_ACCESS_KEY

# waits PATTERN: until the server has logged it, a minute at most.
waits() {
	seconds=0
	until grep -q "$1" "$log" || [ $seconds -ge 60 ]; do
		sleep 1
		seconds=$((seconds + 1))
	done
}

waits listening
arguments=
written='^PATCH /apis/ringtail'
if [ "$program" = agent ]; then
	arguments=node
	written='"phase":"\(Capturing\|Failed\)"'
fi
sed '/^-XX:AOTCache=/d' "/opt/ringtail/$program.options" >/tmp/options
/opt/java/bin/java "-XX:AOTCacheOutput=/opt/ringtail/$program.aot" @/tmp/options $arguments &
trained=$!
waits "$written"
sleep 5
kill -TERM $trained || true
wait $trained || true
kill $server
cat "$log"
grep -q "$written" "$log"
test -s "/opt/ringtail/$program.aot"
