// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import dev.ringtail.e2e.Command;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A packet with a request of {@link EchoApp#talk}, where it was seen.
 *
 * @param where the interface's name
 * @param id of its IP header, which a packet that TCP sends once more has not
 */
record Request(String where, String id, String word, int number) {
  private static final Pattern LINE = Pattern.compile("GET /([a-z]+)/(\\d+) HTTP/1.0\r\n\r\n");

  /** Those of a file, in its order, by tshark's TCP alone: HTTP leaves out what it saw before. */
  static List<Request> in(Path file) {
    return Command.ok(
            "tshark",
            "-n",
            "-r",
            file.toString(),
            "-Y",
            "tcp.dstport == %d && tcp.len > 0".formatted(EchoApp.PORT),
            "-T",
            "fields",
            "-e",
            "frame.interface_name",
            "-e",
            "ip.id",
            "-e",
            "tcp.payload")
        .lines()
        .filter(line -> line.contains("\t"))
        .map(line -> parse(line.split("\t")))
        .toList();
  }

  private static Request parse(String[] fields) {
    byte[] payload = HexFormat.of().parseHex(fields[2].replace(":", ""));
    Matcher line = LINE.matcher(new String(payload, StandardCharsets.US_ASCII));
    if (!line.matches()) {
      throw new AssertionError("no request: " + String.join(" ", fields));
    }
    return new Request(fields[0], fields[1], line.group(1), Integer.parseInt(line.group(2)));
  }
}
