// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.job;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.SecretRef;
import dev.ringtail.operator.model.AmbientRule;
import dev.ringtail.operator.status.JobReason;
import dev.ringtail.operator.status.Verdict;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the Secrets that jobs name, by get alone: the operator may not list or watch Secrets. What
 * was read holds for a minute, a refusal for some seconds. Values are never logged.
 */
final class Credentials {
  /** How soon a changed Secret is seen. */
  static final Duration REFRESH = Duration.ofSeconds(60);

  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final List<String> REQUIRED =
      List.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
  private static final String OPTIONAL = "AWS_SESSION_TOKEN";
  private static final String CERTIFICATES = "ca.crt";

  private final KubernetesClient client;
  private final AmbientRule ambient;
  private final Clock clock;
  private final Map<String, Read> reads = new ConcurrentHashMap<>();

  Credentials(KubernetesClient client, AmbientRule ambient, Clock clock) {
    this.client = client;
    this.ambient = ambient;
    this.clock = clock;
  }

  /**
   * What a job's Secrets hold.
   *
   * @param verdict whether they are there and complete
   * @param keys the credentials to be copied, trimmed; empty where the job names none
   * @param certificates the certificates to be copied; empty where the job names none
   * @param at when they were read
   */
  record Read(
      Verdict verdict, Map<String, String> keys, Map<String, String> certificates, Instant at) {
    @Override
    public String toString() {
      return "Read[%s, %s, %s]".formatted(verdict, keys.keySet(), at);
    }
  }

  /** What the job's Secrets hold, at most a minute old. */
  Read of(CaptureJob job) {
    Instant now = clock.instant();
    Read known = reads.get(job.getMetadata().getUid());
    if (known != null) {
      Duration holds = known.verdict().isAccepted() ? REFRESH : RETRY;
      if (Duration.between(known.at(), now).compareTo(holds) < 0) {
        return known;
      }
    }
    Read fresh = read(job, now);
    reads.put(job.getMetadata().getUid(), fresh);
    return fresh;
  }

  /** Forgets what was read for the job. */
  void forget(CaptureJob job) {
    reads.remove(job.getMetadata().getUid());
  }

  private Read read(CaptureJob job, Instant now) {
    S3Output s3 = job.getSpec().output().s3();
    List<Verdict> refusals = new ArrayList<>();
    Map<String, String> keys = new TreeMap<>();
    Map<String, String> certificates = new TreeMap<>();
    if (s3.credentialsSecretRef() == null) {
      ambientRefusal(job, s3).ifPresent(refusals::add);
    } else {
      take(job, s3.credentialsSecretRef(), REQUIRED, keys).ifPresent(refusals::add);
    }
    if (s3.caBundleSecretRef() != null) {
      take(job, s3.caBundleSecretRef(), List.of(CERTIFICATES), certificates)
          .ifPresent(refusals::add);
    }
    Verdict verdict = refusals.isEmpty() ? Verdict.ACCEPTED : refusals.getFirst();
    return new Read(verdict, Map.copyOf(keys), Map.copyOf(certificates), now);
  }

  private Optional<Verdict> ambientRefusal(CaptureJob job, S3Output s3) {
    String namespace = job.getMetadata().getNamespace();
    return ambient.allows(namespace, s3.bucket())
        ? Optional.empty()
        : Optional.of(
            new Verdict(
                JobReason.AMBIENT_REFUSED,
                "output.s3.credentialsSecretRef is missing, and the nodes' own identity is not"
                    + " allowed for namespace %s and bucket %s; name a Secret, or have them added"
                        .formatted(namespace, s3.bucket())
                    + " to the chart's ambientCredentials"));
  }

  /** Takes the keys out of the Secret; says what is wrong, if anything is. */
  private Optional<Verdict> take(
      CaptureJob job, SecretRef ref, List<String> required, Map<String, String> taken) {
    String name = job.getMetadata().getNamespace() + "/" + ref.name();
    Secret secret =
        client.secrets().inNamespace(job.getMetadata().getNamespace()).withName(ref.name()).get();
    if (secret == null) {
      return Optional.of(
          new Verdict(
              JobReason.SECRET_MISSING,
              "Secret %s does not exist; create it with the keys %s"
                  .formatted(name, String.join(" and ", required))));
    }
    Map<String, String> data = secret.getData() == null ? Map.of() : secret.getData();
    for (String key : required) {
      String value = decoded(data.get(key));
      if (value.isEmpty()) {
        return Optional.of(
            new Verdict(
                JobReason.SECRET_INCOMPLETE,
                "Secret %s has no key %s, or an empty one; it needs %s"
                    .formatted(name, key, String.join(" and ", required))));
      }
      taken.put(key, value);
    }
    String optional = decoded(data.get(OPTIONAL));
    if (required == REQUIRED && !optional.isEmpty()) {
      taken.put(OPTIONAL, optional);
    }
    return Optional.empty();
  }

  /** Values are often written with a line's end that the store would take for a part of them. */
  private static String decoded(String value) {
    return value == null
        ? ""
        : new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8).strip();
  }
}
