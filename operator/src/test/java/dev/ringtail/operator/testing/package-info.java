// SPDX-License-Identifier: Apache-2.0
/** A cluster of an API server alone, in which tests play the nodes, the kubelets and the agents. */
package dev.ringtail.operator.testing;
