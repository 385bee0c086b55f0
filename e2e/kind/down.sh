#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Removes the cluster that up.sh has made.
set -euo pipefail
cd "$(dirname "$0")/../.."
. e2e/kind/env.sh

kind delete cluster -q --name "$cluster" --kubeconfig "$KUBECONFIG"
