// SPDX-License-Identifier: Apache-2.0

/**
 * What the agent does with the Kubernetes API: it watches the one NodeCapture that is its own, and
 * applies that object's status. Knows nothing of captures; uses fabric8 on the agent's Vert.x.
 */
package dev.ringtail.agent.kube;
