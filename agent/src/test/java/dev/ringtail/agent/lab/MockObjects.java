// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32;

/** What {@link MockS3} holds: objects as files, uploads in memory. */
final class MockObjects {
  private final Path folder;
  private final Map<String, Described> stored = new HashMap<>();
  private final Map<String, Upload> uploads = new TreeMap<>();

  MockObjects(Path folder) {
    this.folder = folder;
  }

  /**
   * @param crc32 Base64 of the CRC-32, with the number of parts behind it where there are any
   * @param eTag likewise of the MD5, in hexadecimal digits
   */
  record Sums(String crc32, String eTag) {
    static Sums of(byte[] content) {
      return new Sums(
          Base64.getEncoder().encodeToString(crc32Of(content)),
          HexFormat.of().formatHex(md5Of(content)));
    }

    static Sums of(List<Part> parts) {
      ByteBuffer crcs = ByteBuffer.allocate(parts.size() * 4);
      ByteBuffer md5s = ByteBuffer.allocate(parts.size() * 16);
      for (Part part : parts) {
        crcs.put(crc32Of(part.content));
        md5s.put(md5Of(part.content));
      }
      Sums all = of(crcs.array());
      String number = "-" + parts.size();
      return new Sums(all.crc32 + number, of(md5s.array()).eTag + number);
    }

    private static byte[] crc32Of(byte[] content) {
      CRC32 crc = new CRC32();
      crc.update(content);
      return ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    }

    private static byte[] md5Of(byte[] content) {
      try {
        return MessageDigest.getInstance("MD5").digest(content);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JVM has MD5", e);
      }
    }
  }

  /** An object without its content. */
  record Described(long bytes, Sums sums, Map<String, String> metadata) {}

  /** A part as the request that completes an upload names it. */
  record ListedPart(int number, String eTag) {}

  private record Part(byte[] content, Sums sums) {}

  private record Upload(String key, Map<String, String> metadata, Map<Integer, Part> parts) {}

  synchronized void write(
      String key, List<byte[]> content, Sums sums, Map<String, String> metadata, boolean onlyIfNew)
      throws IOException {
    Path file = folder.resolve(key);
    if (onlyIfNew && stored.containsKey(key)) {
      throw new MockRefusal(412, "PreconditionFailed", "At least one condition did not hold");
    }
    Files.createDirectories(file.getParent());
    long bytes = 0;
    try (OutputStream out = Files.newOutputStream(file)) {
      for (byte[] piece : content) {
        out.write(piece);
        bytes += piece.length;
      }
    }
    stored.put(key, new Described(bytes, sums, metadata));
  }

  synchronized Described find(String key) {
    if (!stored.containsKey(key)) {
      throw new MockRefusal(404, "NoSuchKey", "The specified key does not exist");
    }
    return stored.get(key);
  }

  synchronized void remove(String key) throws IOException {
    Files.deleteIfExists(folder.resolve(key));
    stored.remove(key);
  }

  synchronized List<String> keys() {
    return stored.keySet().stream().sorted().toList();
  }

  synchronized String begin(String key, Map<String, String> metadata) {
    String id = UUID.randomUUID().toString();
    uploads.put(id, new Upload(key, metadata, new TreeMap<>()));
    return id;
  }

  private Upload upload(String id) {
    Upload upload = uploads.get(id);
    if (upload == null) {
      throw new MockRefusal(404, "NoSuchUpload", "The specified upload does not exist");
    }
    return upload;
  }

  synchronized void addPart(String id, int number, byte[] content, Sums sums) {
    upload(id).parts.put(number, new Part(content, sums));
  }

  synchronized Sums complete(String id, List<ListedPart> listed, boolean onlyIfNew)
      throws IOException {
    Upload upload = upload(id);
    List<Part> parts = new ArrayList<>();
    for (ListedPart part : listed) {
      Part found = upload.parts.get(part.number);
      if (found == null || !found.sums.eTag.equals(part.eTag)) {
        throw new MockRefusal(400, "InvalidPart", "One or more parts could not be found");
      }
      parts.add(found);
    }
    Sums sums = Sums.of(parts);
    write(upload.key, parts.stream().map(Part::content).toList(), sums, upload.metadata, onlyIfNew);
    uploads.remove(id);
    return sums;
  }

  synchronized void abort(String id) {
    upload(id);
    uploads.remove(id);
  }

  /** The uploads whose keys begin so: from id to key. */
  synchronized Map<String, String> unfinished(String prefix) {
    Map<String, String> found = new TreeMap<>();
    uploads.forEach(
        (id, upload) -> {
          if (upload.key.startsWith(prefix)) {
            found.put(id, upload.key);
          }
        });
    return found;
  }
}
