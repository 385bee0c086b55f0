// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.store;

import dev.ringtail.cli.store.StoreException.Kind;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Says what went wrong between us and a store in one sentence, and what helps. */
final class StoreFaults {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final int NOT_IMPLEMENTED = 501;

  /** Refusals that other stores than AWS also send with status 400. */
  private static final Set<String> DENIALS =
      Set.of(
          "AccessDenied",
          "InvalidAccessKeyId",
          "SignatureDoesNotMatch",
          "ExpiredToken",
          "InvalidToken",
          "TokenRefreshRequired");

  private final StoreSettings settings;
  private final String owner;

  /**
   * @param owner whose credentials are used
   */
  StoreFaults(StoreSettings settings, String owner) {
    this.settings = settings;
    this.owner = owner;
  }

  /**
   * @param doing what failed, such as {@code read a/b}
   */
  StoreException about(String doing, Throwable cause) {
    Throwable root =
        cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
    return root instanceof S3Exception answer ? answered(doing, answer) : unanswered(doing, root);
  }

  private StoreException answered(String doing, S3Exception answer) {
    int status = answer.statusCode();
    String code = answer.awsErrorDetails() == null ? "" : answer.awsErrorDetails().errorCode();
    if ("NoSuchBucket".equals(code)) {
      return sentence(
          Kind.OTHER, doing, "there is no such bucket", "is it the right store?", answer);
    }
    if (status == NOT_FOUND) {
      return sentence(Kind.ABSENT, doing, "there is no such object", "was it removed?", answer);
    }
    if (status == UNAUTHORIZED || status == FORBIDDEN || DENIALS.contains(String.valueOf(code))) {
      return sentence(
          Kind.DENIED,
          doing,
          "%s by the credentials of %s".formatted(named(code, status), owner),
          "give credentials with s3:GetObject there, as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or by AWS_PROFILE",
          answer);
    }
    boolean isPassing =
        status == TOO_MANY_REQUESTS || (status >= SERVER_ERROR && status != NOT_IMPLEMENTED);
    return sentence(
        isPassing ? Kind.PASSING : Kind.OTHER,
        doing,
        named(code, status),
        "see the store's own log",
        answer);
  }

  private static String named(String code, int status) {
    return code == null || code.isBlank() ? "HTTP status " + status : code;
  }

  private StoreException unanswered(String doing, Throwable root) {
    String message = String.valueOf(root.getMessage());
    if (root instanceof SdkClientException
        && message.startsWith("Unable to load credentials from any")) {
      return sentence(
          Kind.DENIED,
          doing,
          "you have no credentials for it, and may not read the Secret of the job",
          "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE",
          root);
    }
    Throwable deepest = root;
    boolean isConnect = false;
    boolean isTls = false;
    while (deepest.getCause() != null && deepest.getCause() != deepest) {
      deepest = deepest.getCause();
      isConnect |= deepest instanceof ConnectException;
      isTls |= deepest instanceof SSLException;
    }
    if (deepest instanceof UnknownHostException) {
      return sentence(
          Kind.PASSING,
          doing,
          "its host name is unknown here",
          "if this machine reaches the store by another address, name it with --download-endpoint",
          root);
    }
    if (isTls) {
      return sentence(
          Kind.OTHER,
          doing,
          "its certificate is not accepted (%s)".formatted(deepest.getMessage()),
          "name the certificates to trust in AWS_CA_BUNDLE",
          root);
    }
    return sentence(
        Kind.PASSING,
        doing,
        isConnect
            ? "no connection (%s)".formatted(deepest.getMessage())
            : "no answer (%s)".formatted(deepest.getMessage()),
        "if this machine reaches the store by another address, name it with --download-endpoint",
        root);
  }

  private StoreException sentence(
      Kind kind, String doing, String what, String remedy, Throwable cause) {
    return new StoreException(
        kind, "cannot %s in %s: %s; %s".formatted(doing, settings.place(), what, remedy), cause);
  }
}
