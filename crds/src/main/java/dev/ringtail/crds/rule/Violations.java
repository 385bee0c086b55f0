// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.rule;

import java.util.List;

/** Collects what one object's {@link Checked#check} finds. */
public final class Violations {
  private final Scope scope;
  private final String path;
  private final List<Violation> found;

  Violations(Scope scope, String path, List<Violation> found) {
    this.scope = scope;
    this.path = path;
    this.found = found;
  }

  /** Where the document is to be carried out. */
  public Scope scope() {
    return scope;
  }

  /** Notes that this object breaks a rule unless {@code holds}. */
  public void unless(boolean holds, String message) {
    if (!holds) {
      found.add(new Violation(path, message));
    }
  }

  /** Notes that a field of this object breaks a rule unless {@code holds}. */
  public void unless(boolean holds, String field, String message) {
    if (!holds) {
      found.add(new Violation(path + "." + field, message));
    }
  }
}
