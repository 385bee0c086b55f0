// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * Writes a small object below the prefix and deletes it again: bucket, region, keys and the right
 * to write are proven by doing it, and a failed write is answered with a code, which a failed HEAD
 * is not.
 */
final class BucketCheck {
  /** Below the prefix; the same each time, since the right to delete may be missing. */
  private static final String NAME = ".ringtail-write-test";

  private static final byte[] CONTENT =
      "Ringtail may write here.\n".getBytes(StandardCharsets.US_ASCII);

  /** What S3 allows, see its error RequestTimeTooSkewed. */
  private static final Duration MOST_SKEW = Duration.ofMinutes(15);

  private final S3Connection connection;
  private final S3Settings settings;
  private final S3Requests requests;

  BucketCheck(S3Connection connection, S3Settings settings) {
    this.connection = connection;
    this.settings = settings;
    this.requests = new S3Requests(settings);
  }

  void run() throws StoreException {
    String key = settings.prefix().isEmpty() ? NAME : settings.prefix() + "/" + NAME;
    try {
      ObjectBytes content = ObjectBytes.of(CONTENT);
      PutObjectRequest request = requests.put(key, content).build();
      PutObjectResponse answer =
          connection.call(
              "write the test object " + key, client -> client.putObject(request, content.body()));
      requireClock(answer.sdkHttpResponse().firstMatchingHeader("Date"));
      delete(key);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("the check of %s was ended".formatted(settings.place()), true, e);
    }
  }

  private void requireClock(Optional<String> date) throws StoreException {
    Instant here = Instant.now();
    Optional<Instant> there = date.flatMap(BucketCheck::parse);
    if (there.isEmpty() || Duration.between(there.get(), here).abs().compareTo(MOST_SKEW) <= 0) {
      return;
    }
    throw new StoreException(
        ("%s has a clock that says %s, this node's says %s: set the one that is wrong, or packets"
                + " and requests carry wrong times")
            .formatted(settings.place(), there.get(), here),
        false,
        null);
  }

  private static Optional<Instant> parse(String date) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Who may only write leaves the object there; nothing else needs the right to delete. */
  private void delete(String key) throws InterruptedException {
    try {
      connection.call("delete " + key, client -> client.deleteObject(requests.delete(key)));
    } catch (StoreException e) {
      // The store could be written to a moment ago, and that is what was asked.
    }
  }
}
