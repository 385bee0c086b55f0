// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A test on the cluster: Ringtail is installed, each test has a namespace of its own. */
@Tag("kind")
abstract class KindSuite {
  /** Where the test's jobs live; it holds a Secret s3 with the store's keys. */
  protected Namespace namespace;

  @RegisterExtension final Evidence evidence = new Evidence(() -> namespace);

  @BeforeAll
  static void ringtailIsInstalled() {
    Helm.ensureInstalled();
  }

  @BeforeEach
  void namespaceIsMade(TestInfo test) {
    namespace = Namespace.create(test.getTestMethod().orElseThrow().getName());
  }
}
