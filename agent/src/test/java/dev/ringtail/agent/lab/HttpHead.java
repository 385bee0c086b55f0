// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The part of an HTTP/1.1 message before its body.
 *
 * @param start request or status line
 * @param fields header fields as they were sent, {@code name: value}
 */
public record HttpHead(String start, List<String> fields) {
  private static final int COPY_BYTES = 64 << 10;

  /** Reads one; empty at the end of the stream. */
  static Optional<HttpHead> read(InputStream in) throws IOException {
    String start = line(in);
    if (start == null) {
      return Optional.empty();
    }
    List<String> fields = new ArrayList<>();
    for (String field = line(in); field != null && !field.isEmpty(); field = line(in)) {
      fields.add(field);
    }
    return Optional.of(new HttpHead(start, fields));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
      }
      line.write(b);
    }
    return null;
  }

  public String method() {
    return start.split(" ")[0];
  }

  /** Path and query. */
  public String target() {
    return start.split(" ")[1];
  }

  int status() {
    return Integer.parseInt(start.split(" ")[1]);
  }

  public Optional<String> field(String name) {
    return fields.stream()
        .filter(field -> isNamed(field, name))
        .map(field -> field.substring(field.indexOf(':') + 1).strip())
        .findFirst();
  }

  HttpHead without(String name) {
    return new HttpHead(start, fields.stream().filter(field -> !isNamed(field, name)).toList());
  }

  HttpHead with(String name, String value) {
    List<String> all = new ArrayList<>(without(name).fields);
    all.add(name + ": " + value);
    return new HttpHead(start, all);
  }

  private static boolean isNamed(String field, String name) {
    return field.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":");
  }

  void write(OutputStream out) throws IOException {
    out.write(
        (start + "\r\n" + String.join("\r\n", fields) + "\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * Copies the body that follows this head.
   *
   * @param mostBytes breaks off behind that many
   */
  void copyBody(InputStream in, OutputStream out, long mostBytes) throws IOException {
    if (field("Transfer-Encoding").isPresent()) {
      copyChunks(in, out);
    } else {
      long bytes = field("Content-Length").map(Long::parseLong).orElse(0L);
      copy(in, out, Math.min(bytes, mostBytes));
    }
    out.flush();
  }

  private static void copyChunks(InputStream in, OutputStream out) throws IOException {
    long bytes;
    do {
      String size = line(in);
      out.write((size + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      bytes = Long.parseLong(size.split(";")[0].strip(), 16);
      copy(in, out, bytes);
      for (String rest = line(in); rest != null; rest = line(in)) {
        out.write((rest + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        if (bytes > 0 || rest.isEmpty()) {
          break;
        }
      }
    } while (bytes > 0);
  }

  private static void copy(InputStream in, OutputStream out, long bytes) throws IOException {
    byte[] buffer = new byte[COPY_BYTES];
    for (long left = bytes; left > 0; ) {
      int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (n < 0) {
        throw new EOFException("the body ended early");
      }
      out.write(buffer, 0, n);
      left -= n;
    }
  }
}
