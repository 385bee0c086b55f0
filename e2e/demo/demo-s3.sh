#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Captures on a veth pair into a bucket of a real S3 server, and has the objects fetched again and counted by programs that
# are not Ringtail's: curl, sha256sum, capinfos. Makes two network namespaces and takes them away again.
#
#   demo-s3.sh [PACKETS] [OPTION OF ringtail-agent run]...        as root, after make build; objects in demo-out/
set -euo pipefail
cd "$(dirname "$0")/../.."

packets=${1:-1200000}
shift || true
out=$PWD/demo-out
demo=demo-s3
port=7070
endpoint=http://127.0.0.1:$port
export AWS_ACCESS_KEY_ID=access AWS_SECRET_ACCESS_KEY=secret
. e2e/demo/common.sh

inside() { ip netns exec "$receiver" "$@"; }

# A request to the store, signed by curl.
signed() {
	inside curl -sS --fail --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" --aws-sigv4 aws:amz:us-east-1:s3 \
		-H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "$@"
}

# Fetches an object by its key.
fetch() { signed -o "$2" "$endpoint/captures/$1"; }

prepare

say "a veth pair between two network namespaces, and an S3 server beside the agent"
make_pair
ip -n "$receiver" link set lo up
ip netns exec "$receiver" scripts/s3-server.sh $port "$work/s3" captures >"$work/server.log" 2>&1 &
server=$!
others=$server
until inside curl -s -o /dev/null $endpoint; do
	kill -0 $server 2>/dev/null || fail "$(tail -1 "$work/server.log")"
	sleep 0.2
done
inside curl -sI $endpoint | grep -i '^server' || true

say "capturing UDP port 9000 on demo1 into s3://captures/edge"
capture --output s3://captures/edge --s3-endpoint $endpoint --s3-path-style --spool "$work/spool" "$@"

say "sending $packets packets of 60 to 1514 bytes, half of them to port 9000, half to port 9001"
send "$packets"

say "SIGTERM: detach, drain, seal, deliver"
end_capture

say "fetched again by curl $(curl --version | awk 'NR == 1 { print $2 }'), held against the manifest"
rm -rf "$out"
mkdir -p "$out"
prefix=$(grep -o 's3://captures/[^ ]*' "$work/agent.out" | head -1 | sed 's|^s3://captures/||')
fetch "${prefix}manifest.json" "$out/manifest.json"
jq -r '.objects[] | [.key, .bytes, .sha256, ([.packets[]] | add)] | @tsv' "$out/manifest.json" >"$work/objects.tsv"
while IFS=$'\t' read -r key bytes hash count; do
	object=$out/$(basename "$key")
	fetch "$key" "$object"
	[[ $(stat -c %s "$object") == "$bytes" ]] || fail "$key does not have $bytes bytes"
	[[ $(sha256sum <"$object" | cut -d ' ' -f 1) == "$hash" ]] || fail "$key does not have the hash $hash"
	found=$(capinfos -T -r -M -c "$object" | cut -f 2)
	[[ $found == "$count" ]] || fail "$key holds $found packets, the manifest says $count"
	printf '%s  %10d bytes  %8d packets  %s\n' "$(basename "$key")" "$bytes" "$count" "${hash:0:16}"
	echo "$found" >>"$work/counted"
done <"$work/objects.tsv"
counted=$(awk '{ n += $1 } END { print n }' "$work/counted")
delivered=$(jq '.runs[0].funnel.total.delivered' "$out/manifest.json")
seen=$(jq '.runs[0].funnel.total.seen' "$out/manifest.json")
uploads=$(signed "$endpoint/captures?uploads=" | grep -c '<UploadId>' || true)
echo "sent $sent, of them to port 9000: $wanted; seen $seen, delivered $delivered, fetched and counted by capinfos: $counted"
[[ $seen == "$sent" ]] || fail "the hook saw $seen packets of $sent"
[[ $counted == "$delivered" ]] || fail "the manifest and the objects do not agree"
[[ $(jq .lossless "$out/manifest.json") == false || $counted == "$wanted" ]] || fail "packets are missing from the objects"
[[ $uploads == 0 ]] || fail "$uploads multipart uploads are left in the store"
[[ -z ${SUDO_UID:-} ]] || chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" "$out"
echo
echo "demo passed"
