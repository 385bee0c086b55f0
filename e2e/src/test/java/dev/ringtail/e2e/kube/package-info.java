// SPDX-License-Identifier: Apache-2.0

/**
 * The product as its users meet it: a cluster of kind that {@code e2e/kind/up.sh} has brought up,
 * helm, kubectl and the plugin, traffic between nodes, an S3 server. Run by {@code make e2e}, not
 * by {@code make test}.
 */
package dev.ringtail.e2e.kube;
