#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The product on a cluster of kind, up to a delivered capture, with what a user sees at each step. Removes the cluster again,
# unless RINGTAIL_KIND_KEEP=1.      as root, after make build; objects in demo-out/
set -euo pipefail
cd "$(dirname "$0")/../.."
. e2e/kind/env.sh

packets=20000
out=$PWD/demo-out
work=$(mktemp -d)

say() { printf '\n== %s\n' "$*"; }
run() {
	printf '$ %s\n' "$*"
	"$@"
}
fail() {
	echo "demo-kind: $*" >&2
	exit 1
}
clean_up() {
	rm -rf "$work"
	[[ -n ${RINGTAIL_KIND_KEEP:-} ]] || e2e/kind/down.sh
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# in_node NODE COMMAND...: in the network of the node.
in_node() {
	local node=$1
	shift
	kubectl -n lab exec "$(kubectl -n lab get pods -l app=sender --field-selector "spec.nodeName=$node" -o name)" -- "$@"
}

say "a cluster of kind with two workers, an S3 server inside, images loaded"
e2e/kind/up.sh >/dev/null
helm() { "$(scripts/find-helm.sh)" "$@"; }
run kubectl get nodes
mapfile -t workers < <(kubectl get nodes -l '!node-role.kubernetes.io/control-plane' -o name | sed 's|node/||')

say "helm install"
kubectl get namespace $system >/dev/null 2>&1 || run kubectl create namespace $system
kubectl label --overwrite namespace $system pod-security.kubernetes.io/enforce=privileged >/dev/null
run helm upgrade --install ringtail charts/ringtail --namespace $system --set image.pullPolicy=Never --wait --timeout 90s
run kubectl -n $system get pods

say "kubectl apply"
kubectl get namespace shop >/dev/null 2>&1 || kubectl create namespace shop >/dev/null
kubectl -n shop create secret generic s3 --from-literal=AWS_ACCESS_KEY_ID=access --from-literal=AWS_SECRET_ACCESS_KEY=secret \
	--dry-run=client -o yaml | kubectl apply -f - >/dev/null
cat >"$work/job.yaml" <<'JOB'
apiVersion: ringtail.dev/v1alpha1
kind: CaptureJob
metadata: {name: port-9000, namespace: shop}
spec:
  target:
    nodes: {selector: {matchExpressions: [{key: pool, operator: In, values: [edge, core]}]}, interfaces: [eth0]}
  filter: {chain: "eth/ipv4/udp[dport==9000]"}
  capture: {point: XdpNative}
  limits: {duration: 5m}
  output:
    s3: {bucket: captures, prefix: edge, endpoint: "http://s3.lab.svc:9000", forcePathStyle: true, credentialsSecretRef: {name: s3}}
JOB
cat "$work/job.yaml"
started=$(date +%s%N)
run kubectl apply -f "$work/job.yaml"
run kubectl -n shop wait capturejob/port-9000 --for=condition=Capturing --timeout=60s
until [[ $(kubectl -n shop get capturejob port-9000 -o 'jsonpath={.status.nodes.capturing}') == 2 ]]; do sleep 0.2; done
printf 'both nodes capture %d ms after kubectl apply\n' $((($(date +%s%N) - started) / 1000000))
run kubectl -n shop get capturejobs,nodecaptures
run kubectl -n $system get daemonsets,pods

say "sending $packets frames from each worker to the other, half of them to port 9000"
for i in 0 1; do
	mac=$(in_node "${workers[1 - i]}" cat /sys/class/net/eth0/address)
	in_node "${workers[i]}" ringtail-flood --interface eth0 --count $packets --pps 10000 --dst-mac "$mac" | tee -a "$work/sent"
done
wanted=$(jq -s '[.[].ports[] | select(.port == 9000) | .sent] | add' "$work/sent")

say "spec.stop: true ends it early and keeps the data"
run kubectl -n shop patch capturejob port-9000 --type=merge -p '{"spec":{"stop":true}}'
run kubectl -n shop wait capturejob/port-9000 --for=condition=Complete --timeout=60s
run kubectl -n shop get capturejobs,nodecaptures
run kubectl -n shop describe capturejob port-9000

say "fetched from the store by curl, counted by capinfos"
address=$(kubectl get node "${workers[0]}" -o 'jsonpath={.status.addresses[0].address}')
s3() {
	curl -sS --fail --user access:secret --aws-sigv4 aws:amz:us-east-1:s3 -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' \
		"http://$address:30900/captures$1" "${@:2}"
}
uid=$(kubectl -n shop get capturejob port-9000 -o 'jsonpath={.metadata.uid}')
rm -rf "$out"
mkdir -p "$out"
s3 "?list-type=2" | grep -o "<Key>[^<]*-${uid:0:8}/[^<]*</Key>" | sed 's/<[^>]*>//g' >"$work/keys"
while read -r key; do
	mkdir -p "$out/$(dirname "$key")"
	s3 "/$key" -o "$out/$key"
	[[ $key != *.pcapng ]] || printf '%s\t%s\n' "$key" "$(capinfos -T -r -M -c "$out/$key" | cut -f 2)" | tee -a "$work/counted"
done <"$work/keys"
counted=$(awk -F '\t' '{ n += $2 } END { print n + 0 }' "$work/counted")
echo "sent to port 9000: $wanted, in the objects: $counted"
[[ $counted == "$wanted" ]] || fail "the objects do not hold what was sent"
[[ -z ${SUDO_UID:-} ]] || chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" "$out"

say "helm uninstall"
run kubectl delete namespace shop
run helm uninstall ringtail --namespace $system --wait --timeout 120s
run kubectl -n $system get all
echo
echo "demo passed"
