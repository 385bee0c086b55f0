// SPDX-License-Identifier: Apache-2.0

/**
 * Pods as the kernel has them: processes in control groups that a kubelet has named after the pod,
 * and the network namespace in which they live. Asks no container runtime. What is captured of them
 * is decided elsewhere.
 */
package dev.ringtail.agent.pod;
