// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.rule;

/** An object with rules across its fields, the same as the CEL rules on its class. */
public interface Checked {
  /** Notes each rule that this object breaks. Fields that are required may still be null. */
  void check(Violations violations);
}
