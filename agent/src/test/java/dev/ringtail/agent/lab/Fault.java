// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a {@link FaultyProxy} does to a request. */
public sealed interface Fault {
  /** The server never sees it; this is the answer. */
  record Answer(int status, List<String> fields, String body) implements Fault {}

  /** The connection is reset behind so many bytes of the request's body. */
  record Reset(long afterBytes) implements Fault {}

  /** Nothing comes back, and the connection stays. */
  record Stall() implements Fault {}

  /** The request comes to the server so much later. */
  record Slow(Duration delay) implements Fault {}

  /** The server does what was asked, and the connection is reset instead of an answer. */
  record LostAnswer() implements Fault {}

  /** The server does what was asked, nothing comes back, and the connection stays. */
  record Unanswered() implements Fault {}

  /** The head of the server's answer is another. */
  record Edit(UnaryOperator<HttpHead> head) implements Fault {}

  /** The body of the server's answer is another of the same length; for short answers. */
  record EditBody(UnaryOperator<String> body) implements Fault {}

  /** An error as S3 tells it. */
  static Fault error(int status, String code, String message, String... fields) {
    return new Answer(
        status,
        List.of(fields),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
            .formatted(code, message));
  }

  /** The server's answer, with one header field set, or removed where the value is null. */
  static Fault field(String name, String value) {
    return new Edit(head -> value == null ? head.without(name) : head.with(name, value));
  }
}
