// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.upload.DirectoryObjectStore;
import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.agent.upload.StoreOpener;
import dev.ringtail.agent.upload.s3.S3ObjectStore;
import dev.ringtail.agent.upload.s3.S3Settings;
import dev.ringtail.crds.v1alpha1.Output;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Stores for a machine without a cluster. Keys of a bucket come from the environment and what else
 * the AWS SDK knows, certificates to trust from {@code AWS_CA_BUNDLE}, as with the AWS CLI.
 */
final class StandaloneStores implements StoreOpener {
  private static final String CA_BUNDLE = "AWS_CA_BUNDLE";

  @Override
  public ObjectStore open(Output output) throws StoreException {
    if (output.directory() != null) {
      return new DirectoryObjectStore(Path.of(output.directory().path()));
    }
    Optional<Path> caFile =
        Optional.ofNullable(System.getenv(CA_BUNDLE)).filter(name -> !name.isBlank()).map(Path::of);
    return S3ObjectStore.open(S3Settings.of(output.s3(), Optional.empty(), caFile));
  }
}
