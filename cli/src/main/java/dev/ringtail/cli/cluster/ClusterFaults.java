// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.cli.cluster.ClusterException.Kind;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Says in one sentence what an API server refused, or why there is no answer, and what helps. */
final class ClusterFaults {
  static final String INSTALL =
      "helm install ringtail charts/ringtail --namespace ringtail-system --create-namespace";

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final int BAD_REQUEST = 400;

  private static final String NOBODY = "system:anonymous";
  private static final Pattern RIGHT =
      Pattern.compile(
          "User \"([^\"]*)\" cannot (\\S+) resource \"([^\"]*)\" in API group \"([^\"]*)\""
              + "(?: in the namespace \"([^\"]*)\")?");

  /** What admission policies and webhooks put in front of their own sentence. */
  private static final Pattern ADMISSION =
      Pattern.compile("(?s).*?(?:denied the request|denied request): (.*)");

  private final String server;
  private final BooleanSupplier isInstalled;

  /**
   * @param server its address
   * @param isInstalled whether the server knows Ringtail's objects
   */
  ClusterFaults(String server, BooleanSupplier isInstalled) {
    this.server = server;
    this.isInstalled = isInstalled;
  }

  /**
   * @param doing what failed, such as {@code create the job}
   */
  ClusterException about(String doing, KubernetesClientException fault) {
    int status = fault.getCode();
    String said = said(fault);
    if (status == UNAUTHORIZED || said.contains(NOBODY)) {
      return login(fault);
    }
    if (status == FORBIDDEN) {
      return forbidden(doing, said, fault);
    }
    if (status == NOT_FOUND && !isInstalled.getAsBoolean()) {
      return notInstalled(fault);
    }
    if (status == UNPROCESSABLE || status == BAD_REQUEST) {
      return new ClusterException(
          Kind.RULE, "cannot %s: %s".formatted(doing, inside(said).orElse(said)), fault);
    }
    if (status == TOO_MANY_REQUESTS || status >= SERVER_ERROR) {
      return new ClusterException(
          Kind.PASSING,
          "cannot %s: the cluster at %s answers %d (%s); try again"
              .formatted(doing, server, status, said),
          fault);
    }
    if (status >= BAD_REQUEST) {
      String remedy = status == CONFLICT ? "; name another one with --name" : "";
      return new ClusterException(
          Kind.OTHER, "cannot %s: %s%s".formatted(doing, said, remedy), fault);
    }
    return unanswered(fault);
  }

  ClusterException notInstalled(Throwable cause) {
    return new ClusterException(
        Kind.NOT_INSTALLED,
        "the cluster at %s does not know CaptureJobs: Ringtail is not installed there; %s, or name another cluster with --context"
            .formatted(server, INSTALL),
        cause);
  }

  private ClusterException login(Throwable cause) {
    return new ClusterException(
        Kind.LOGIN,
        "the cluster at %s does not accept your login: it has expired, or there is none; log in again, then kubectl auth whoami must answer"
            .formatted(server),
        cause);
  }

  private ClusterException forbidden(String doing, String said, Throwable cause) {
    Optional<String> denied = inside(said);
    if (denied.isPresent()) {
      return new ClusterException(
          Kind.RIGHT, "cannot %s: %s".formatted(doing, denied.get()), cause);
    }
    Matcher right = RIGHT.matcher(said);
    if (!right.find()) {
      return new ClusterException(Kind.RIGHT, "cannot %s: %s".formatted(doing, said), cause);
    }
    String resource =
        right.group(4).isEmpty() ? right.group(3) : right.group(3) + "." + right.group(4);
    String namespace = right.group(5);
    return new ClusterException(
        Kind.RIGHT,
        "cannot %s: you (%s) have no right to %s %s%s; ask whoever runs the cluster for it (kubectl auth can-i %s %s%s)"
            .formatted(
                doing,
                right.group(1),
                right.group(2),
                resource,
                namespace == null ? " in the whole cluster" : " in namespace " + namespace,
                right.group(2),
                resource,
                namespace == null ? "" : " -n " + namespace),
        cause);
  }

  private static Optional<String> inside(String said) {
    Matcher admission = ADMISSION.matcher(said);
    return admission.matches() ? Optional.of(admission.group(1)) : Optional.empty();
  }

  private ClusterException unanswered(KubernetesClientException fault) {
    Throwable deepest = fault;
    boolean isTls = false;
    while (deepest.getCause() != null && deepest.getCause() != deepest) {
      deepest = deepest.getCause();
      isTls |= deepest instanceof SSLException;
    }
    String why =
        deepest instanceof UnknownHostException
            ? "its host name is unknown"
            : isTls
                ? "its certificate is not accepted (%s)".formatted(deepest.getMessage())
                : String.valueOf(deepest.getMessage());
    return new ClusterException(
        Kind.PASSING,
        "no cluster answers at %s: %s; is it running, and is this the right one? kubectl config current-context names it, --context another"
            .formatted(server, why),
        fault);
  }

  private static String said(KubernetesClientException fault) {
    String message =
        fault.getStatus() == null || fault.getStatus().getMessage() == null
            ? fault.getMessage()
            : fault.getStatus().getMessage();
    return String.valueOf(message).strip();
  }
}
