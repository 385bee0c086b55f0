// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ringtail.agent.lab.Fault;
import dev.ringtail.agent.lab.HttpHead;
import dev.ringtail.agent.lab.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What people have run into between a capture and its store, against a real S3 server behind a
 * proxy. Each test is named after its line of {@code docs/cases.tsv}.
 */
class StorageCasesIT {
  private static final Predicate<HttpHead> PUT = head -> head.method().equals("PUT");
  private static final Predicate<HttpHead> OBJECT =
      PUT.and(head -> head.target().contains(".pcapng"));
  private static final Duration LARGE = Duration.ofMinutes(10);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Path folder;
  private S3Lab lab;

  @BeforeEach
  void makeLab() throws Exception {
    folder = Files.createTempDirectory("rte2e-");
    lab = new S3Lab(folder);
  }

  @AfterEach
  void removeLab() throws IOException {
    if (lab != null) {
      lab.close();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  /** A store that cannot be used, and how it says so. */
  enum BadStore {
    BUCKET_MISSING("NoSuchBucket", null),
    WRONG_REGION(
        "region eu-central-1, not us-east-1",
        Fault.error(
            301,
            "PermanentRedirect",
            "The bucket must be addressed using the specified endpoint.",
            "x-amz-bucket-region: eu-central-1")),
    NO_RIGHT_TO_WRITE("AccessDenied", Fault.error(403, "AccessDenied", "Access Denied")),
    WRONG_KEY("SignatureDoesNotMatch", null),
    EXPIRED_TOKEN(
        "ExpiredToken", Fault.error(400, "ExpiredToken", "The provided token has expired.")),
    UNREACHABLE("no connection", null);

    private final String words;
    private final Fault fault;

    BadStore(String words, Fault fault) {
      this.words = words;
      this.fault = fault;
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindABadStoreBeforeAnythingIsAttached(BadStore bad) throws IOException {
    String bucket = bad == BadStore.BUCKET_MISSING ? "elsewhere" : S3Server.BUCKET;
    String secret = bad == BadStore.WRONG_KEY ? "guessed" : S3Server.SECRET_KEY;
    if (bad == BadStore.WRONG_KEY) {
      lab.requireRealStore("believes every signature");
    }
    if (bad.fault != null) {
      lab.proxy().always(PUT, bad.fault);
    }
    if (bad == BadStore.UNREACHABLE) {
      lab.proxy().close();
    }
    List<String> words = new ArrayList<>(List.of("run", "--json"));
    words.addAll(List.of(lab.arguments("--output", "s3://" + bucket + "/edge")));

    try (AgentProcess agent =
        AgentProcess.start(lab.front(S3Server.ACCESS_KEY, secret), words.toArray(String[]::new))) {
      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(3);
      assertThat(agent.errors())
          .contains("bucket " + bucket + " at " + lab.proxy().endpoint(), bad.words)
          .doesNotContain("\tat ");
      assertThat(agent.output()).doesNotContain("started");
    }
    assertThat(lab.lab().attached()).doesNotContain("rx0");
  }

  @Test
  void shouldCaptureIntoTheSpoolWhileTheStoreIsDown() throws Exception {
    try (AgentProcess agent = lab.capturing("--segment-size", "1Mi", "--fail-on-loss")) {
      lab.lab().flood(0, "--count", "5000", "--pps", "5000");
      lab.proxy().down(true);
      Sent during = lab.lab().flood(0, "--count", "40000", "--pps", "2000");
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> !agent.progress().get("storeTrouble").asText().isEmpty());
      lab.proxy().down(false);
      JsonNode result = agent.terminate().result();

      assertThat(agent.exitCode()).as(agent.errors()).isZero();
      assertThat(Account.total(result).at("delivered")).isEqualTo(5000 + during.packets());
      assertThat(Counted.in(lab.bucket()).byCapinfos()).isEqualTo(5000 + during.packets());
      assertThat(lab.manifest().get("lossless").asBoolean()).isTrue();
    }
  }

  @Test
  void shouldCountDropsWhenTheStoreIsDownAndTheSpoolIsFull() throws Exception {
    try (AgentProcess agent =
        lab.capturing(
            "--segment-size", "1Mi", "--spool-size", "8Mi", "--memory", "8Mi", "--fail-on-loss")) {
      lab.proxy().down(true);
      Sent sent = lab.lab().flood(0, "--count", "60000", "--pps", "20000");
      lab.proxy().down(false);
      JsonNode result = agent.terminate().result();

      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(4);
      Account account = Account.total(result);
      assertThat(account.at("seen")).isEqualTo(sent.packets());
      assertThat(account.at("spoolFull")).isPositive();
      assertThat(Counted.in(lab.bucket()).byCapinfos()).isEqualTo(account.at("delivered"));
      assertThat(lab.manifest().get("lossless").asBoolean()).isFalse();
    }
  }

  @Test
  void shouldWorkByDefaultWithAStoreThatRejectsChecksumTrailers() throws Exception {
    lab.proxy()
        .always(
            head ->
                head.field("x-amz-trailer").isPresent()
                    || head.field("Content-Encoding").orElse("").contains("aws-chunked"),
            Fault.error(501, "NotImplemented", "A header you provided is not implemented"));
    try (AgentProcess agent = lab.capturing("--segment-size", "64Mi")) {
      Sent sent = lab.lab().flood(0, "--count", "40000", "--sizes", "1514", "--pps", "20000");
      agent.terminate().result();

      assertThat(agent.exitCode()).as(agent.errors()).isZero();
      assertThat(Counted.in(lab.bucket()).byCapinfos()).isEqualTo(sent.packets());
    }
  }

  @Test
  void shouldAbortAnUploadOfWhichOnePartFailsForGood() throws Exception {
    lab.proxy()
        .always(
            PUT.and(head -> head.target().contains("partNumber=2&")),
            Fault.error(403, "AccessDenied", "Access Denied"));
    try (AgentProcess agent = lab.capturing("--segment-size", "64Mi", "--readers", "1")) {
      Sent sent = lab.lab().flood(0, "--count", "30000", "--sizes", "1514", "--pps", "20000");
      JsonNode result = agent.terminate().result();

      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(5);
      assertThat(result.get("failures").toString())
          .contains("part 2 of", "AccessDenied", lab.spool().toString());
      assertThat(lab.objects()).isEmpty();
      assertThat(lab.unfinishedUploads()).isZero();
      assertThat(Account.total(result).at("abandoned")).isEqualTo(sent.packets());
      assertThat(lab.manifest().get("complete").asBoolean()).isFalse();
    }
    lab.proxy().heal();
    try (AgentProcess later = lab.deliver()) {
      assertThat(later.exitCode()).as(later.errors()).isZero();
    }
    assertThat(Counted.in(lab.bucket()).byCapinfos()).isEqualTo(30000);
    assertThat(lab.manifest().get("complete").asBoolean()).isTrue();
  }

  /** Once where the object is written at once, once where an upload is completed. */
  @ParameterizedTest
  @EnumSource
  void shouldNeverListAnObjectTwiceAfterACrashBetweenUploadAndMark(Upload upload) throws Exception {
    lab.proxy().next(1, upload.request, new Fault.Unanswered());
    try (AgentProcess agent = lab.capturing("--segment-size", "64Mi", "--readers", "1")) {
      lab.lab().flood(0, "--count", "" + upload.packets, "--sizes", "1514", "--pps", "20000");
      agent.terminate();
      assertThat(lab.proxy().awaitUnanswered(PATIENCE.toSeconds())).isTrue();
      agent.signal("KILL");
      agent.exitCode();
    }
    assertThat(lab.objects()).hasSize(1);

    try (AgentProcess later = lab.deliver()) {
      assertThat(later.exitCode()).as(later.errors()).isZero();
    }

    assertThat(lab.objects()).hasSize(1);
    assertThat(lab.unfinishedUploads()).isZero();
    assertThat(Counted.in(lab.bucket()).byCapinfos()).isEqualTo(upload.packets);
    JsonNode listed = lab.manifest().get("objects");
    assertThat(listed).hasSize(1);
    assertThat(listed.get(0).get("sha256").asText()).isEqualTo(sha256(lab.objects().getFirst()));
  }

  /** How an object comes into being, by its size. */
  enum Upload {
    AT_ONCE(5000, OBJECT),
    IN_PARTS(
        30000,
        head ->
            head.method().equals("POST")
                && head.target().contains("uploadId=")
                && head.target().contains(".pcapng"));

    private final int packets;
    private final Predicate<HttpHead> request;

    Upload(int packets, Predicate<HttpHead> request) {
      this.packets = packets;
      this.request = request;
    }
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  /**
   * 600 MB through a JVM that may use 64 MiB of heap. With RINGTAIL_CASES_PACKETS=3450000 in the
   * environment it is 5.2 GB, which takes minutes.
   */
  @Test
  void shouldDeliverACaptureLargerThanMemoryAndThan5GbInSegmentsThatOpen() throws Exception {
    String packets = System.getenv().getOrDefault("RINGTAIL_CASES_PACKETS", "400000");
    try (AgentProcess agent =
        lab.capturing("--segment-size", "256Mi", "--spool-size", "6Gi", "--memory", "128Mi")) {
      Sent sent = lab.lab().flood(0, "--count", packets, "--sizes", "1514", "--pps", "30000");
      JsonNode result = agent.terminate().within(LARGE).result();

      assertThat(agent.exitCode()).as(agent.errors()).isZero();
      Account account = Account.total(result);
      assertThat(account.at("seen")).isEqualTo(sent.packets());
      Counted counted = Counted.in(lab.bucket());
      assertThat(counted.byCapinfos()).isEqualTo(account.at("delivered"));
      for (Path object : counted.files()) {
        assertThat(Command.ok("tshark", "-r", object.toString(), "-c", "1")).contains("UDP");
        assertThat(Command.ok("tcpdump", "-n", "-c", "1", "-r", object.toString())).contains("UDP");
      }
      assertThat(account.at("delivered")).isEqualTo(sent.packets());
    }
  }

  @Test
  void shouldRefuseASpoolThatWouldFillTheDisk() throws Exception {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(List.of(lab.arguments("--spool-size", "16Ti")));
    try (AgentProcess agent =
        AgentProcess.start(
            lab.front(S3Server.ACCESS_KEY, S3Server.SECRET_KEY), words.toArray(String[]::new))) {
      assertThat(agent.exitCode()).as(agent.errors()).isEqualTo(3);
      assertThat(agent.errors())
          .containsPattern("spool of 16777216 MiB does not fit .* give at most \\d+ MiB");
    }
  }

  @Test
  void shouldDeliverCompressedObjectsThatToolsUnpack() throws Exception {
    try (AgentProcess agent = lab.capturing("--compression", "Zstd")) {
      Sent sent = lab.lab().flood(0, "--count", "40000", "--sizes", "60-1514", "--pps", "20000");
      JsonNode result = agent.terminate().result();

      assertThat(agent.exitCode()).as(agent.errors()).isZero();
      assertThat(Account.total(result).at("delivered")).isEqualTo(sent.packets());
    }
    long packets = 0;
    for (JsonNode listed : lab.manifest().get("objects")) {
      Path object =
          lab.objects().stream()
              .filter(file -> listed.get("key").asText().endsWith(file.getFileName().toString()))
              .findFirst()
              .orElseThrow();
      assertThat(object.toString()).endsWith(".pcapng.zst");
      assertThat(listed.get("bytes").asLong()).isEqualTo(Files.size(object));
      assertThat(listed.get("sha256").asText()).isEqualTo(sha256(object));
      assertThat(Command.ok("tshark", "-r", object.toString(), "-c", "1")).contains("UDP");
      Path unpacked = folder.resolve("unpacked.pcapng");
      Command.ok("zstd", "-q", "-d", "-f", object.toString(), "-o", unpacked.toString());
      assertThat(listed.get("pcapngBytes").asLong()).isEqualTo(Files.size(unpacked));
      assertThat(listed.get("pcapngSha256").asText()).isEqualTo(sha256(unpacked));
      packets += listed.get("packets").get("rx0").asLong();
    }
    assertThat(packets).isEqualTo(40000);
  }
}
