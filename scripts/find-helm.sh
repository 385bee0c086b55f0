#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the path of helm: one on the PATH, one of a lab folder (RINGTAIL_LAB, or ../shared/lab beside the project), one that
# an earlier run has built, one built now by Go. Exits with 3 and a sentence where none can be had.
set -euo pipefail
. "$(dirname "$0")/tools.sh"
version=v3.19.5
helm=$tools/helm-$version/helm

command -v helm && exit
unpack_tool "$helm" k8s/helm.zst
build_tool "$helm" helm.sh/helm/v3/cmd/helm $version helm it
echo "$helm"
