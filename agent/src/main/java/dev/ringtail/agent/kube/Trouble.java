// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kube;

import java.util.function.Consumer;

/** Says once that the API server cannot be used, and once that it can be again. */
final class Trouble {
  private final Consumer<String> log;
  private boolean isThere;

  Trouble(Consumer<String> log) {
    this.log = log;
  }

  void is(String what, RuntimeException cause) {
    if (!isThere) {
      Throwable root = cause;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      log.accept("%s, and tries again: %s".formatted(what, root.getMessage()));
    }
    isThere = true;
  }

  void over() {
    if (isThere) {
      log.accept("the API server answers again");
    }
    isThere = false;
  }

  boolean isThere() {
    return isThere;
  }
}
