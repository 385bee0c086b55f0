// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ringtail.agent.lab.Fault;
import dev.ringtail.agent.lab.FaultyProxy;
import dev.ringtail.agent.lab.HttpHead;
import dev.ringtail.agent.lab.S3Server;
import dev.ringtail.agent.lab.TestCertificate;
import dev.ringtail.agent.upload.SampleFile;
import dev.ringtail.agent.upload.StoreException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads to a real server through a proxy that has the faults of stores and networks. */
class S3ObjectStoreIT {
  private static final int PART = 16 << 20;
  private static final int THREE_PARTS = 40 << 20;
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private static final Predicate<HttpHead> PUT = head -> head.method().equals("PUT");
  private static final Predicate<HttpHead> POST = head -> head.method().equals("POST");
  private static final Predicate<HttpHead> HEAD = head -> head.method().equals("HEAD");
  private static final Predicate<HttpHead> COMPLETE =
      POST.and(head -> head.target().contains("uploadId="));
  private static final Fault NO_CHECKSUM = Fault.field("x-amz-checksum-crc32", null);
  private static final Predicate<HttpHead> ABORT =
      head -> head.method().equals("DELETE") && head.target().contains("uploadId=");

  @TempDir private static Path shared;
  private static S3Server server;

  @TempDir private Path folder;
  private FaultyProxy proxy;
  private S3ObjectStore store;

  @BeforeAll
  static void startServer() throws Exception {
    server = S3Server.start(shared.resolve("s3"));
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void open() throws Exception {
    proxy = new FaultyProxy(server.address());
    store = open(S3TestSettings.of(proxy.endpoint(), folder));
  }

  private static S3ObjectStore open(S3Settings settings) throws StoreException {
    return S3ObjectStore.open(settings, Optional.empty(), SILENCE);
  }

  @AfterEach
  void close() throws IOException {
    proxy.heal();
    store.close();
    proxy.close();
  }

  private static Predicate<HttpHead> part(int number) {
    return PUT.and(head -> head.target().contains("partNumber=" + number + "&"));
  }

  private String newKey() {
    return "edge/" + folder.getFileName() + ".pcapng";
  }

  private void shouldDeliver(int bytes) throws Exception {
    SampleFile file = SampleFile.of(folder, bytes, 7);

    store.put(newKey(), file.path(), file.digest());

    shouldHold(file);
  }

  private void shouldHold(SampleFile file) throws Exception {
    assertThat(SampleFile.digestOf(Files.readAllBytes(server.object(newKey()))))
        .isEqualTo(file.digest());
    assertThat(store.abortUnfinished(newKey())).isZero();
  }

  private StoreException refusal(int bytes) throws IOException {
    SampleFile file = SampleFile.of(folder, bytes, 8);
    return catchThrowableOfType(
        StoreException.class, () -> store.put(newKey(), file.path(), file.digest()));
  }

  @Test
  void shouldSendNoTrailersAndItsOwnChecksums() throws Exception {
    proxy.always(
        head ->
            head.field("x-amz-trailer").isPresent()
                || head.field("Content-Encoding").orElse("").contains("aws-chunked"),
        Fault.error(501, "NotImplemented", "A header you provided is not implemented"));

    shouldDeliver(THREE_PARTS);

    assertThat(proxy.seen())
        .filteredOn(part(1).or(part(2)).or(part(3)))
        .hasSize(3)
        .allMatch(head -> head.field("x-amz-checksum-crc32").isPresent());
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, THREE_PARTS})
  void shouldSlowDownWhenToldTo(int bytes) throws Exception {
    proxy.next(2, PUT, Fault.error(503, "SlowDown", "Please reduce your request rate."));

    shouldDeliver(bytes);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 100, PART / 2})
  void shouldSendAgainAfterAReset(long afterBytes) throws Exception {
    proxy.next(1, part(2), new Fault.Reset(afterBytes));

    shouldDeliver(THREE_PARTS);
  }

  @Test
  void shouldSendAgainWhenTheStoreGoesSilent() throws Exception {
    proxy.next(1, part(3), new Fault.Stall());

    shouldDeliver(THREE_PARTS);
  }

  @Test
  void shouldCountAnObjectWhoseAnswerWasLost() throws Exception {
    proxy.next(1, PUT, new Fault.LostAnswer());

    shouldDeliver(1000);
  }

  @Test
  void shouldFindAnObjectThatWasCompletedUnheard() throws Exception {
    proxy.next(1, COMPLETE, new Fault.LostAnswer());
    SampleFile file = SampleFile.of(folder, THREE_PARTS, 7);

    StoreException first =
        catchThrowableOfType(
            StoreException.class, () -> store.put(newKey(), file.path(), file.digest()));
    if (first != null) {
      assertThat(first.retryable()).isTrue();
      store.put(newKey(), file.path(), file.digest());
    }

    shouldHold(file);
  }

  @Test
  void shouldUploadAgainWhenAPartComesBackWithAWrongETag() throws Exception {
    proxy.next(1, part(2), Fault.field("ETag", "\"00000000000000000000000000000000\""));

    StoreException refused = refusal(THREE_PARTS);

    assertThat(refused.retryable()).isTrue();
    assertThat(refused).hasMessageContaining("InvalidPart");
    assertThat(server.object(newKey())).doesNotExist();
    assertThat(store.abortUnfinished(newKey())).isZero();
    shouldDeliver(THREE_PARTS);
  }

  @Test
  void shouldAbortWhenOnePartFailsForGood() throws Exception {
    proxy.always(part(2), Fault.error(403, "AccessDenied", "Access Denied"));

    StoreException refused = refusal(THREE_PARTS);

    assertThat(refused.retryable()).isFalse();
    assertThat(refused)
        .hasMessageContaining("part 2 of 3")
        .hasMessageContaining("bucket captures")
        .hasMessageContaining(proxy.endpoint().toString())
        .hasMessageContaining("AccessDenied");
    assertThat(server.object(newKey())).doesNotExist();
    assertThat(proxy.seen()).noneMatch(COMPLETE);
    assertThat(store.abortUnfinished(newKey())).isZero();
  }

  @Test
  void shouldAbortLaterWhatItCouldNotAbortAtOnce() throws Exception {
    proxy.always(part(2), Fault.error(403, "AccessDenied", "Access Denied"));
    proxy.always(ABORT, Fault.error(503, "SlowDown", "Please reduce your request rate."));
    assertThat(refusal(THREE_PARTS)).isNotNull();
    proxy.heal();

    shouldDeliver(1000);
  }

  @Test
  void shouldAbortWhatAnotherAgentHasLeft() throws Exception {
    proxy.always(part(2), Fault.error(403, "AccessDenied", "Access Denied"));
    proxy.always(ABORT, Fault.error(403, "AccessDenied", "Access Denied"));
    assertThat(refusal(THREE_PARTS)).isNotNull();
    proxy.heal();

    try (S3ObjectStore next = open(S3TestSettings.of(server.endpoint(), folder))) {
      assertThat(next.abortUnfinished("edge/other/")).isZero();
      assertThat(next.abortUnfinished(newKey())).isEqualTo(1);
      assertThat(next.abortUnfinished(newKey())).isZero();
    }
  }

  @Test
  void shouldRemoveAnObjectThatTheStoreHasDamaged() throws Exception {
    proxy.next(1, PUT, Fault.field("x-amz-checksum-crc32", "AAAAAA=="));

    StoreException refused = refusal(1000);

    assertThat(refused.retryable()).isTrue();
    assertThat(refused).hasMessageContaining("damaged");
    assertThat(server.object(newKey())).doesNotExist();
    shouldDeliver(1000);
  }

  /** Of the same length, so that it fits into its chunk. */
  private static String withoutChecksum(String body) {
    return Pattern.compile("<Checksum.*</ChecksumType>|<ChecksumCRC32>.*</ChecksumCRC32>")
        .matcher(body)
        .replaceAll(found -> " ".repeat(found.group().length()));
  }

  /** Stores of old: the MD5 in the ETag is the only checksum they tell. */
  @ParameterizedTest
  @ValueSource(ints = {1000, THREE_PARTS})
  void shouldGoByETagWhereAStoreTellsNoChecksum(int bytes) throws Exception {
    proxy.always(PUT.and(part(1).or(part(2)).or(part(3)).negate()), NO_CHECKSUM);
    proxy.always(HEAD, NO_CHECKSUM);
    proxy.always(COMPLETE, new Fault.EditBody(S3ObjectStoreIT::withoutChecksum));

    shouldDeliver(bytes);

    assertThat(proxy.seen()).anyMatch(HEAD);
  }

  @Test
  void shouldLookFirstWhereAStoreKnowsNoConditions() throws Exception {
    proxy.always(
        head -> head.field("If-None-Match").isPresent(),
        Fault.error(501, "NotImplemented", "A header you provided is not implemented"));
    SampleFile other = SampleFile.of(folder, 1000, 9);

    shouldDeliver(1000);
    shouldDeliver(1000);

    StoreException refused =
        catchThrowableOfType(
            StoreException.class, () -> store.put(newKey(), other.path(), other.digest()));
    assertThat(refused).hasMessageContaining("not overwritten");
  }

  @ParameterizedTest
  @CsvSource({
    "400, ExpiredToken, true, fresh credentials",
    "403, InvalidAccessKeyId, true, AWS_ACCESS_KEY_ID",
    "403, SignatureDoesNotMatch, true, AWS_SECRET_ACCESS_KEY",
    "403, AccessDenied, false, s3:PutObject",
    "404, NoSuchBucket, false, create the bucket",
    "503, SlowDown, true, more slowly",
    "507, XMinioStorageFull, true, tried again",
  })
  void shouldNamePlaceCodeAndRemedy(int status, String code, boolean passes, String remedy)
      throws Exception {
    proxy.always(PUT, Fault.error(status, code, "as the store words it"));

    StoreException refused = refusal(1000);

    assertThat(refused)
        .hasMessageContaining("bucket captures at " + proxy.endpoint())
        .hasMessageContaining(code + " (as the store words it)")
        .hasMessageContaining(remedy);
    assertThat(refused.retryable()).isEqualTo(passes);
  }

  @Test
  void shouldNameTheRightRegion() throws Exception {
    proxy.always(
        PUT,
        Fault.error(
            301,
            "PermanentRedirect",
            "The bucket you are attempting to access must be addressed using the specified endpoint.",
            "x-amz-bucket-region: eu-central-1"));

    assertThat(catchThrowableOfType(StoreException.class, store::check))
        .hasMessageContaining("PermanentRedirect")
        .hasMessageContaining("the bucket is in region eu-central-1, not us-east-1");
  }

  @Test
  void shouldNameTheRegionOfAMalformedAuthorization() throws Exception {
    proxy.always(
        PUT,
        Fault.error(
            400,
            "AuthorizationHeaderMalformed",
            "The authorization header is malformed; the region 'us-east-1' is wrong; expecting"
                + " 'ap-south-1'"));

    assertThat(catchThrowableOfType(StoreException.class, store::check))
        .hasMessageContaining("region ap-south-1, not us-east-1");
  }

  @Test
  void shouldSayWhichClocksDiffer() throws Exception {
    proxy.always(PUT, Fault.field("Date", "Tue, 01 Dec 2020 12:00:00 GMT"));

    assertThat(catchThrowableOfType(StoreException.class, store::check))
        .hasMessageContaining("clock")
        .hasMessageContaining("2020-12-01T12:00:00Z");
  }

  @Test
  void shouldLeaveNoTestObjectAndNeedNoRightToDelete() throws Exception {
    store.check();
    assertThat(server.object("edge/.ringtail-write-test")).doesNotExist();

    proxy.always(
        head -> head.method().equals("DELETE"), Fault.error(403, "AccessDenied", "Access Denied"));
    store.check();
  }

  @Test
  void shouldUseNewKeysAsSoonAsTheyAreInTheSecret() throws Exception {
    server.requireReal("believes every signature");
    Path secret = folder.resolve("secret/AWS_SECRET_ACCESS_KEY");
    Files.writeString(secret, "of yesterday\n");
    StoreException refused = refusal(1000);
    assertThat(refused).hasMessageContaining("SignatureDoesNotMatch");
    assertThat(refused.retryable()).isTrue();

    Files.writeString(secret, S3Server.SECRET_KEY + "\n");

    shouldDeliver(1000);
  }

  @Test
  void shouldSayWhatASecretLacks() throws Exception {
    Files.delete(folder.resolve("secret/AWS_ACCESS_KEY_ID"));

    assertThat(refusal(1000)).hasMessageContaining("has no AWS_ACCESS_KEY_ID");
  }

  @Test
  void shouldNeverTellTheSecret() throws Exception {
    server.requireReal("believes every signature");
    Files.writeString(folder.resolve("secret/AWS_SECRET_ACCESS_KEY"), "hush-hush-hush");

    StoreException refused = refusal(1000);

    for (Throwable at = refused; at != null; at = at.getCause()) {
      assertThat(at.toString()).doesNotContain("hush-hush-hush");
    }
  }

  @Test
  void shouldSayThatNobodyAnswers() throws Exception {
    proxy.close();

    StoreException refused = refusal(1000);

    assertThat(refused)
        .hasMessageContaining("bucket captures at " + proxy.endpoint())
        .hasMessageContaining("no connection");
    assertThat(refused.retryable()).isTrue();
  }

  @Test
  void shouldSayThatAHostIsUnknown() throws Exception {
    try (S3ObjectStore lost =
        open(S3TestSettings.of(URI.create("http://no-such-host.invalid:9000"), folder))) {
      assertThat(catchThrowableOfType(StoreException.class, lost::check))
          .hasMessageContaining("http://no-such-host.invalid:9000")
          .hasMessageMatching(".*(is unknown|no connection).*");
    }
  }

  @Test
  void shouldTrustAPrivateAuthorityOnlyWhenToldTo() throws Exception {
    TestCertificate certificate = new TestCertificate(folder);
    try (FaultyProxy tls = new FaultyProxy(server.address(), certificate.serverContext())) {
      S3Settings plain = S3TestSettings.of(tls.endpoint(), folder);
      S3Settings trusting =
          new S3Settings(
              plain.bucket(),
              plain.prefix(),
              plain.region(),
              plain.endpoint(),
              plain.pathStyle(),
              plain.credentialsFolder(),
              Optional.of(certificate.pem()),
              plain.encryption());
      SampleFile file = SampleFile.of(folder, THREE_PARTS, 10);

      try (S3ObjectStore refusing = open(plain)) {
        assertThat(catchThrowableOfType(StoreException.class, refusing::check))
            .hasMessageContaining("certificate is not accepted");
      }
      try (S3ObjectStore accepting = open(trusting)) {
        accepting.check();
        accepting.put(newKey(), file.path(), file.digest());
      }
      shouldHold(file);
    }
  }
}
