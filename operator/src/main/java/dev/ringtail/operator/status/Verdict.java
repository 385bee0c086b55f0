// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.status;

/**
 * Whether a job can be carried out as it is written.
 *
 * @param reason {@link JobReason#ACCEPTED}, or why not
 * @param message what is wrong and what to do
 */
public record Verdict(JobReason reason, String message) {
  /** The job can be carried out. */
  public static final Verdict ACCEPTED =
      new Verdict(JobReason.ACCEPTED, "the job can be carried out");

  /** Whether the job can be carried out. */
  public boolean isAccepted() {
    return reason == JobReason.ACCEPTED;
  }
}
