#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Brings up a kind cluster with two workers, an S3 server and senders of traffic inside, and the project's images loaded; prints
# the path of its kubeconfig. A cluster of that name that answers is used again. Exits with 77 and a sentence where there
# is no kind. Needs root and the project built (make build).
set -euo pipefail
cd "$(dirname "$0")/../.."
. e2e/kind/env.sh

say() { printf '%(%H:%M:%S)T kind: %s\n' -1 "$*" >&2; }

create() {
	if [[ -x $lab/kind-up.sh ]]; then
		LAB_CLUSTER=$cluster LAB_KUBECONFIG=$KUBECONFIG "$lab/kind-up.sh" 2 >/dev/null
		return
	fi
	for program in docker kind kubectl; do
		command -v "$program" >/dev/null && continue
		echo "no $program: install it, or set RINGTAIL_LAB to a folder with k8s/kind-up.sh" >&2
		exit 77
	done
	kind create cluster -q --name "$cluster" --config e2e/kind/cluster.yaml --kubeconfig "$KUBECONFIG" --wait 180s
}

# load IMAGE: into every node; kind leaves out what a node has already.
load() {
	kind load docker-image -q --name "$cluster" "$1"
}

# One image for the S3 server and the senders: busybox, versitygw, ringtail-flood.
make_lab_image() {
	local folder
	folder=$(mktemp -d)
	mkdir -p "$folder"/{bin,tmp,data}
	cp "$(scripts/find-versitygw.sh)" "$folder/bin/versitygw"
	cp /bin/busybox "$folder/bin/"
	for applet in sh sleep cat nc wget httpd mkdir ls; do ln -s busybox "$folder/bin/$applet"; done
	make -s -C bench OUT="$folder/out" CFLAGS="-O2 -static" "$folder/out/ringtail-flood" >&2
	mv "$folder/out/ringtail-flood" "$folder/bin/"
	rm -rf "$folder/out"
	tar -C "$folder" --mtime=@0 -c . | docker import -c 'ENV PATH=/bin' - ringtail/e2e-lab:1 >/dev/null
	rm -rf "$folder"
}

if ! timeout 10 kubectl get --raw /readyz >/dev/null 2>&1; then
	say "making cluster $cluster"
	create
fi
say "making images"
scripts/make-images.sh ${RINGTAIL_IMAGES:-agent operator} >&2
docker image inspect ringtail/e2e-lab:1 >/dev/null 2>&1 || make_lab_image
say "loading images"
load ringtail/e2e-lab:1
for program in ${RINGTAIL_IMAGES:-agent operator}; do load "ringtail-$program:$version"; done
say "starting the S3 server and the senders"
workers=($(kubectl get nodes -l '!node-role.kubernetes.io/control-plane' -o name))
kubectl label --overwrite "${workers[0]}" pool=edge >/dev/null
kubectl label --overwrite "${workers[1]}" pool=core >/dev/null
kubectl apply -f e2e/kind/lab.yaml >/dev/null
kubectl -n lab rollout status --timeout=60s deployment/s3 >/dev/null
kubectl -n lab rollout status --timeout=60s daemonset/sender >/dev/null
say "ready"
echo "$KUBECONFIG"
