// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * As much of an S3 server, inside this JVM, as the good paths need where no real one can be had:
 * objects, multipart uploads, conditions and checksums by the <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/">API reference</a>. It believes every
 * signature, so it proves nothing about keys.
 */
final class MockS3 implements AutoCloseable {
  private static final String CRC32 = "x-amz-checksum-crc32";
  private static final String METADATA = "x-amz-meta-";
  private static final Pattern PART = Pattern.compile("<Part>.*?</Part>", Pattern.DOTALL);

  private final HttpServer server;
  private final String bucket;
  private final MockObjects objects;

  private MockS3(HttpServer server, String bucket, Path folder) {
    this.server = server;
    this.bucket = bucket;
    this.objects = new MockObjects(folder);
  }

  /**
   * Starts one on loopback with a single bucket.
   *
   * @param folder whose files are the bucket's objects
   */
  static MockS3 start(String bucket, Path folder) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    MockS3 mock = new MockS3(server, bucket, folder);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", mock::handle);
    server.start();
    return mock;
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      try {
        answer(exchange, body);
      } catch (MockRefusal e) {
        send(
            exchange,
            e.status(),
            "<Error><Code>%s</Code><Message>%s</Message></Error>"
                .formatted(e.code(), e.getMessage()));
      }
    }
  }

  private void answer(HttpExchange exchange, byte[] body) throws IOException {
    String[] path = exchange.getRequestURI().getPath().substring(1).split("/", 2);
    if (!path[0].equals(bucket)) {
      throw new MockRefusal(404, "NoSuchBucket", "The specified bucket does not exist");
    }
    String key = path.length > 1 ? path[1] : "";
    Map<String, String> query = query(exchange.getRequestURI());
    String upload = query.get("uploadId");
    switch (exchange.getRequestMethod()) {
      case "PUT" -> {
        if (upload == null) {
          putObject(exchange, key, body);
        } else {
          putPart(exchange, upload, Integer.parseInt(query.get("partNumber")), body);
        }
      }
      case "POST" -> {
        if (upload == null) {
          String id = objects.begin(key, metadata(exchange));
          send(exchange, 200, "<R><UploadId>%s</UploadId></R>".formatted(id));
        } else {
          complete(exchange, upload, new String(body, StandardCharsets.UTF_8));
        }
      }
      case "DELETE" -> {
        if (upload == null) {
          objects.remove(key);
        } else {
          objects.abort(upload);
        }
        send(exchange, 204, "");
      }
      case "HEAD" -> describe(exchange, objects.find(key));
      default -> {
        if (query.containsKey("list-type")) {
          listObjects(exchange);
        } else {
          listUploads(exchange, query.getOrDefault("prefix", ""));
        }
      }
    }
  }

  private static Map<String, String> query(URI uri) {
    Map<String, String> query = new HashMap<>();
    if (uri.getRawQuery() != null) {
      for (String pair : uri.getRawQuery().split("&")) {
        String[] both = pair.split("=", 2);
        String value = both.length > 1 ? both[1] : "";
        query.put(both[0], URLDecoder.decode(value, StandardCharsets.UTF_8));
      }
    }
    return query;
  }

  private static Map<String, String> metadata(HttpExchange exchange) {
    Map<String, String> metadata = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (name.toLowerCase(Locale.ROOT).startsWith(METADATA)) {
                metadata.put(name, values.getFirst());
              }
            });
    return metadata;
  }

  private static boolean onlyIfNew(HttpExchange exchange) {
    return "*".equals(exchange.getRequestHeaders().getFirst("If-None-Match"));
  }

  private void putObject(HttpExchange exchange, String key, byte[] body) throws IOException {
    MockObjects.Sums sums = checked(exchange, body);
    objects.write(key, List.of(body), sums, metadata(exchange), onlyIfNew(exchange));
    tell(exchange, sums);
    send(exchange, 200, "");
  }

  private void putPart(HttpExchange exchange, String upload, int number, byte[] body)
      throws IOException {
    MockObjects.Sums sums = checked(exchange, body);
    objects.addPart(upload, number, body, sums);
    tell(exchange, sums);
    send(exchange, 200, "");
  }

  private static MockObjects.Sums checked(HttpExchange exchange, byte[] body) {
    MockObjects.Sums sums = MockObjects.Sums.of(body);
    String claimed = exchange.getRequestHeaders().getFirst(CRC32);
    if (claimed != null && !claimed.equals(sums.crc32())) {
      throw new MockRefusal(400, "BadDigest", "The CRC32 you specified did not match");
    }
    return sums;
  }

  private void complete(HttpExchange exchange, String upload, String body) throws IOException {
    List<MockObjects.ListedPart> parts =
        PART.matcher(body).results().map(MatchResult::group).map(MockS3::listed).toList();
    MockObjects.Sums sums = objects.complete(upload, parts, onlyIfNew(exchange));
    send(
        exchange,
        200,
        "<R><ETag>%s</ETag><ChecksumCRC32>%s</ChecksumCRC32></R>"
            .formatted(sums.eTag(), sums.crc32()));
  }

  private static MockObjects.ListedPart listed(String part) {
    return new MockObjects.ListedPart(
        Integer.parseInt(element(part, "PartNumber")),
        element(part, "ETag").replace("&quot;", "").replace("\"", ""));
  }

  private static String element(String xml, String name) {
    int from = xml.indexOf("<" + name + ">") + name.length() + 2;
    return xml.substring(from, xml.indexOf("</" + name + ">"));
  }

  private void listObjects(HttpExchange exchange) throws IOException {
    StringBuilder list = new StringBuilder("<R><IsTruncated>false</IsTruncated>");
    for (String key : objects.keys()) {
      list.append("<Contents><Key>%s</Key></Contents>".formatted(key));
    }
    send(exchange, 200, list.append("</R>").toString());
  }

  private void listUploads(HttpExchange exchange, String prefix) throws IOException {
    StringBuilder list = new StringBuilder("<R><IsTruncated>false</IsTruncated>");
    objects
        .unfinished(prefix)
        .forEach(
            (id, key) ->
                list.append(
                    "<Upload><Key>%s</Key><UploadId>%s</UploadId></Upload>".formatted(key, id)));
    send(exchange, 200, list.append("</R>").toString());
  }

  private static void describe(HttpExchange exchange, MockObjects.Described found)
      throws IOException {
    tell(exchange, found.sums());
    found.metadata().forEach(exchange.getResponseHeaders()::set);
    exchange.getResponseHeaders().set("Content-Length", Long.toString(found.bytes()));
    exchange.sendResponseHeaders(200, -1);
  }

  private static void tell(HttpExchange exchange, MockObjects.Sums sums) {
    exchange.getResponseHeaders().set("ETag", "\"" + sums.eTag() + "\"");
    exchange.getResponseHeaders().set(CRC32, sums.crc32());
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    boolean empty = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, empty ? -1 : bytes.length);
    if (!empty) {
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
