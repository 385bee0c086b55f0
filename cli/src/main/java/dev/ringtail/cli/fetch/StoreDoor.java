// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.Secrets;
import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.cli.store.Bucket;
import dev.ringtail.cli.store.Keys;
import dev.ringtail.cli.store.StoreException;
import dev.ringtail.cli.store.StoreSettings;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.SecretRef;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Opens the bucket of a job: by the Secret that the job names if the user may read it, since that
 * one fits the store, else, or where that one may only write, by the user's own AWS credentials.
 */
public final class StoreDoor {
  /** Annotation of a job: the store's address for people, where it differs from the nodes'. */
  public static final String DOWNLOAD_ENDPOINT = "ringtail.dev/download-endpoint";

  private static final String CA_BUNDLE = "AWS_CA_BUNDLE";
  private static final String CA_KEY = "ca.crt";

  private final Secrets secrets;
  private final Optional<URI> endpoint;

  /**
   * @param endpoint of the store as this machine reaches it; empty: as the job's annotation says,
   *     else the job's own
   */
  public StoreDoor(Cluster cluster, Optional<URI> endpoint) {
    this.secrets = new Secrets(cluster);
    this.endpoint = endpoint;
  }

  /**
   * @param key of an object that should be there; whose credentials may read it is the one taken
   * @throws CommandException when none may, or the store does not answer
   */
  public Bucket open(CaptureJob job, String key) {
    String namespace = job.getMetadata().getNamespace();
    S3Output output = job.getSpec().output().s3();
    StoreSettings settings =
        StoreSettings.of(
            output,
            endpoint.or(() -> annotated(job)),
            authorities(namespace, output.caBundleSecretRef()));
    StoreException refused = null;
    for (Keys keys : candidates(namespace, output.credentialsSecretRef())) {
      Bucket bucket = null;
      try {
        bucket = new Bucket(settings, keys);
        bucket.document(key);
        return bucket;
      } catch (StoreException e) {
        if (e.kind() == StoreException.Kind.ABSENT) {
          return bucket;
        }
        if (bucket != null) {
          bucket.close();
        }
        if (e.kind() != StoreException.Kind.DENIED) {
          throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
        }
        refused = e;
      }
    }
    throw new CommandException(ExitCode.REFUSED, refused.getMessage(), refused);
  }

  private static Optional<URI> annotated(CaptureJob job) {
    return Optional.ofNullable(job.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(DOWNLOAD_ENDPOINT))
        .map(URI::create);
  }

  private List<Keys> candidates(String namespace, SecretRef secret) {
    List<Keys> candidates = new ArrayList<>();
    if (secret != null) {
      secrets
          .read(namespace, secret.name())
          .flatMap(values -> Keys.ofSecret(secret.name(), values))
          .ifPresent(candidates::add);
    }
    candidates.add(Keys.ofUser());
    return candidates;
  }

  private Optional<String> authorities(String namespace, SecretRef secret) {
    String file = System.getenv(CA_BUNDLE);
    if (file != null && !file.isBlank()) {
      try {
        return Optional.of(Files.readString(Path.of(file)));
      } catch (IOException e) {
        throw new CommandException(
            ExitCode.USAGE, "%s names %s, which cannot be read".formatted(CA_BUNDLE, file), e);
      }
    }
    return Optional.ofNullable(secret)
        .flatMap(named -> secrets.read(namespace, named.name()))
        .map(values -> values.get(CA_KEY));
  }
}
