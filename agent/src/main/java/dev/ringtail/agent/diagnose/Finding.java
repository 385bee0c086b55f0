// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.diagnose;

/**
 * Something that people should know about a running capture.
 *
 * @param severity how bad it is
 * @param stage where on the way of a packet
 * @param what the finding, a sentence
 * @param evidence how that is known, a phrase with numbers
 * @param advice what to try, a phrase; empty where there is nothing to do
 */
public record Finding(Severity severity, Stage stage, String what, String evidence, String advice) {

  /** How bad something is, worst first. */
  public enum Severity {
    /** Packets are lost here, now. */
    LOSS,
    /** Packets will be lost here if it goes on or grows. */
    RISK,
    /** Good to know. */
    NOTE
  }

  /** The way of a packet, in order. */
  public enum Stage {
    NIC,
    RECEIVE,
    READER,
    SPOOL,
    STORE
  }
}
