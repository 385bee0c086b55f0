// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.node;

import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.agent.upload.StoreOpener;
import dev.ringtail.agent.upload.s3.S3ObjectStore;
import dev.ringtail.agent.upload.s3.S3Settings;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.v1alpha1.S3Output;
import io.netty.channel.EventLoopGroup;
import java.util.Optional;

/** Stores of a cluster's jobs: buckets, by the copies of Secrets that the pod has mounted. */
final class NodeStores implements StoreOpener {
  private final NodeSettings settings;
  private final EventLoopGroup eventLoop;

  NodeStores(NodeSettings settings, EventLoopGroup eventLoop) {
    this.settings = settings;
    this.eventLoop = eventLoop;
  }

  @Override
  public ObjectStore open(Output output) throws StoreException {
    S3Output s3 = output.s3();
    if (s3 == null) {
      throw new StoreException(
          "a job of a cluster delivers to output.s3; name a bucket", false, null);
    }
    return S3ObjectStore.open(
        S3Settings.of(
            s3,
            Optional.ofNullable(s3.credentialsSecretRef()).map(secret -> settings.credentials()),
            Optional.ofNullable(s3.caBundleSecretRef()).map(secret -> settings.caFile())),
        eventLoop);
  }
}
