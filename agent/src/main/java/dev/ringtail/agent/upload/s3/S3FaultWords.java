// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.StoreException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Says what went wrong between us and a store in one sentence: what we were doing, bucket and
 * endpoint, the store's own code, and what helps.
 */
final class S3FaultWords {
  private static final int MOVED = 301;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final int NOT_IMPLEMENTED = 501;
  private static final String REGION_HEADER = "x-amz-bucket-region";

  /** How a store names the right region where it sends no header for it. */
  private static final Pattern EXPECTED_REGION = Pattern.compile("expecting '([a-z0-9-]+)'");

  private static final Map<String, Remedy> REMEDIES =
      Map.ofEntries(
          Map.entry("NoSuchBucket", Remedy.lasting("create the bucket, or name another one")),
          Map.entry("InvalidBucketName", Remedy.lasting("name another bucket")),
          Map.entry(
              "AccessDenied",
              Remedy.lasting("allow these credentials s3:PutObject and s3:GetObject there")),
          Map.entry("AllAccessDisabled", Remedy.lasting("ask the store's operator")),
          Map.entry("InvalidAccessKeyId", Remedy.passing("check AWS_ACCESS_KEY_ID")),
          Map.entry("SignatureDoesNotMatch", Remedy.passing("check AWS_SECRET_ACCESS_KEY")),
          Map.entry("ExpiredToken", Remedy.passing("give fresh credentials")),
          Map.entry("InvalidToken", Remedy.passing("give fresh credentials")),
          Map.entry("TokenRefreshRequired", Remedy.passing("give fresh credentials")),
          Map.entry(
              "SlowDown", Remedy.passing("it is tried again, more slowly; the store is too busy")),
          Map.entry("RequestTimeout", Remedy.passing("it is tried again")),
          Map.entry("BadDigest", Remedy.passing("the bytes were damaged on their way")),
          Map.entry("InvalidPart", Remedy.passing("it is uploaded again")),
          Map.entry("NoSuchUpload", Remedy.passing("it is uploaded again")),
          Map.entry("OperationAborted", Remedy.passing("it is tried again")),
          Map.entry(
              "PreconditionFailed",
              Remedy.lasting("an object of this key is there already; it is not overwritten")),
          Map.entry("QuotaExceeded", Remedy.passing("make room in the store, or raise its quota")),
          Map.entry("ConditionalRequestConflict", Remedy.passing("it is tried again")));

  private final S3Settings settings;

  S3FaultWords(S3Settings settings) {
    this.settings = settings;
  }

  /**
   * @param doing what failed, such as {@code write a/b}
   * @param cause what the SDK threw
   */
  StoreException about(String doing, Throwable cause) {
    Throwable root = cause instanceof CompletionException ? cause.getCause() : cause;
    return root instanceof S3Exception answer ? answered(doing, answer) : unanswered(doing, root);
  }

  private StoreException answered(String doing, S3Exception answer) {
    String code = code(answer);
    Remedy remedy = remedy(code, answer);
    String detail =
        answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorMessage();
    return sentence(
        doing,
        detail == null || detail.isBlank() ? code : "%s (%s)".formatted(code, detail.strip()),
        remedy,
        answer);
  }

  /** The store's own code, or its status where it sends no document, as for HEAD. */
  private static String code(S3Exception answer) {
    String code = answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
    return code == null || code.isBlank() ? "HTTP status " + answer.statusCode() : code;
  }

  private Remedy remedy(String code, S3Exception answer) {
    Optional<String> region = rightRegion(answer);
    if (region.isPresent() && !region.get().equals(settings.region())) {
      return Remedy.lasting(
          "the bucket is in region %s, not %s: set region: %s"
              .formatted(region.get(), settings.region(), region.get()));
    }
    if (code.equals("RequestTimeTooSkewed")) {
      return Remedy.passing(
          "this node's clock says %s, the store's %s: set the clock of the one that is wrong"
              .formatted(Instant.now(), header(answer, "Date").orElse("another time")));
    }
    Remedy known = REMEDIES.get(code);
    if (known != null) {
      return known;
    }
    int status = answer.statusCode();
    if (status == MOVED) {
      return Remedy.lasting("set the region and the endpoint of the bucket");
    }
    return status == TOO_MANY_REQUESTS || (status >= SERVER_ERROR && status != NOT_IMPLEMENTED)
        ? Remedy.passing("it is tried again; see the store's own log")
        : Remedy.lasting("see the store's own log");
  }

  private static Optional<String> rightRegion(S3Exception answer) {
    Optional<String> header = header(answer, REGION_HEADER);
    if (header.isPresent()) {
      return header;
    }
    Matcher matcher = EXPECTED_REGION.matcher(String.valueOf(answer.getMessage()));
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static Optional<String> header(S3Exception answer, String name) {
    return answer.awsErrorDetails() == null || answer.awsErrorDetails().sdkHttpResponse() == null
        ? Optional.empty()
        : answer.awsErrorDetails().sdkHttpResponse().firstMatchingHeader(name);
  }

  private StoreException unanswered(String doing, Throwable root) {
    String message = String.valueOf(root.getMessage());
    if (root instanceof SdkClientException && message.contains("Secret in")) {
      return sentence(doing, message, Remedy.passing("write the keys into it"), root);
    }
    if (root instanceof SdkClientException
        && message.startsWith("Unable to load credentials from any")) {
      return sentence(
          doing,
          "there are no credentials",
          Remedy.lasting("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
          root);
    }
    Throwable deepest = deepest(root);
    if (deepest instanceof UnknownHostException) {
      return sentence(
          doing,
          "the host name %s is unknown".formatted(hostIn(deepest)),
          Remedy.passing("check the endpoint and the node's name service"),
          root);
    }
    boolean inVain = String.valueOf(deepest.getMessage()).startsWith("Acquire operation took");
    if (inVain || hasCause(root, ConnectException.class)) {
      return sentence(
          doing,
          inVain ? "no connection in time" : "no connection (%s)".formatted(deepest.getMessage()),
          Remedy.passing("check the endpoint, and that the node may reach it"),
          root);
    }
    if (hasCause(root, SSLException.class)) {
      return sentence(
          doing,
          "its certificate is not accepted (%s)".formatted(deepest.getMessage()),
          Remedy.lasting("name the certificates to trust"),
          root);
    }
    return sentence(
        doing,
        "no answer (%s)".formatted(deepest.getMessage()),
        Remedy.passing("check the network between the node and the store"),
        root);
  }

  private static String hostIn(Throwable unknownHost) {
    return String.valueOf(unknownHost.getMessage()).split("[:\\s]", 2)[0];
  }

  private static boolean hasCause(Throwable root, Class<? extends Throwable> type) {
    for (Throwable at = root; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  private static Throwable deepest(Throwable root) {
    Throwable at = root;
    while (at.getCause() != null && at.getCause() != at) {
      at = at.getCause();
    }
    return at;
  }

  private StoreException sentence(String doing, String what, Remedy remedy, Throwable cause) {
    return new StoreException(
        "cannot %s in %s: %s; %s".formatted(doing, settings.place(), what, remedy.words()),
        remedy.passing(),
        cause);
  }

  /**
   * What helps against a fault.
   *
   * @param passing whether it may pass without anybody changing a setting; that fresh credentials
   *     arrive counts as passing
   */
  private record Remedy(String words, boolean passing) {
    static Remedy passing(String words) {
      return new Remedy(words, true);
    }

    static Remedy lasting(String words) {
      return new Remedy(words, false);
    }
  }
}
