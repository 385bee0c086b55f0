// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;

/** A file of bytes that look like nothing, the same for the same seed. */
public record SampleFile(Path path, ObjectDigest digest) {
  public static SampleFile of(Path folder, int bytes, long seed) throws IOException {
    byte[] content = new byte[bytes];
    new Random(seed).nextBytes(content);
    Path path = Files.createTempFile(folder, "sample-", ".pcapng");
    Files.write(path, content);
    return new SampleFile(path, digestOf(content));
  }

  public static ObjectDigest digestOf(byte[] content) {
    try {
      return new ObjectDigest(
          content.length,
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
