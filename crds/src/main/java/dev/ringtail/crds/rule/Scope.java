// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.rule;

/** Where a document is to be carried out; some rules hold in one place only. */
public enum Scope {
  /** By the operator on the nodes of a cluster. */
  CLUSTER,
  /** By {@code ringtail-agent run} on this machine alone. */
  STANDALONE
}
