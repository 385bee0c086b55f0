// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** One line each way. */
final class Lines {
  /** More than the arguments of a command may have. */
  private static final int LONGEST = 64 << 20;

  private Lines() {}

  /**
   * @throws IOException when the other side ends before its line does
   */
  static byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] part = new byte[1 << 16];
    while (line.size() <= LONGEST) {
      int bytes = in.read(part);
      if (bytes < 0) {
        break;
      }
      line.write(part, 0, bytes);
      if (part[bytes - 1] == '\n') {
        return line.toByteArray();
      }
    }
    throw new IOException("it ended in the middle of a line");
  }

  static void write(OutputStream out, byte[] line) throws IOException {
    byte[] ended = new byte[line.length + 1];
    System.arraycopy(line, 0, ended, 0, line.length);
    ended[line.length] = '\n';
    out.write(ended);
    out.flush();
  }
}
