# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
# What the scripts of this folder share; to be sourced in the project's root.
#   RINGTAIL_KIND_CLUSTER   the cluster's name, else ringtail-e2e
#   RINGTAIL_LAB            a lab folder that brings its own kind, else ../shared/lab; without one, kind and kubectl on the PATH
lab=${RINGTAIL_LAB:-$PWD/../shared/lab}/k8s
cluster=${RINGTAIL_KIND_CLUSTER:-ringtail-e2e}
version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' pom.xml | head -n 1)
system=ringtail-system
PATH=${LAB_CACHE:-$HOME/.cache/ringtail-lab}/bin:$PATH
export KUBECONFIG=${XDG_CACHE_HOME:-$HOME/.cache}/ringtail/kubeconfig-$cluster
mkdir -p "$(dirname "$KUBECONFIG")"
