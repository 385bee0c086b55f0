// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.http;

import java.nio.charset.StandardCharsets;

/**
 * What goes back over HTTP.
 *
 * @param status the status code
 * @param type the media type
 * @param body its bytes
 */
record Answer(int status, String type, byte[] body) {
  static final String TEXT = "text/plain; charset=utf-8";

  static Answer text(int status, String sentence) {
    return of(status, TEXT, sentence + "\n");
  }

  static Answer of(int status, String type, String body) {
    return new Answer(status, type, body.getBytes(StandardCharsets.UTF_8));
  }
}
