// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

/** An answer of {@link MockS3} that is an error. */
final class MockRefusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;

  /**
   * @param status of HTTP
   * @param code S3's own
   */
  MockRefusal(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }
}
