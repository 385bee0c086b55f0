// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.yaml;

/**
 * A document that is not a CaptureJob. The message is one sentence that names the file, the line
 * and column, the field and what is wrong with it, such as {@code job.yaml:7:5:
 * spec.capture.snapLenght is not a field of capture; did you mean snapLength?}
 */
public final class CaptureJobException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CaptureJobException(String message) {
    super(message);
  }

  CaptureJobException(String message, Throwable cause) {
    super(message, cause);
  }
}
