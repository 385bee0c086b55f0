// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.table;

import dev.ringtail.crds.testing.TestApiServer;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Gives each test the job of the design on the API server, and takes it away again. */
abstract class DesignJob {
  static final String NAMESPACE = "default";

  KubernetesClient client;
  Resource<CaptureJob> job;

  @BeforeEach
  void createJob() {
    client = TestApiServer.client();
    job =
        client
            .resources(CaptureJob.class)
            .inNamespace(NAMESPACE)
            .load(getClass().getResourceAsStream("/valid-as-in-the-design.yaml"));
    job.create();
  }

  @AfterEach
  void deleteJob() {
    if (job != null) {
      job.delete();
    }
  }
}
