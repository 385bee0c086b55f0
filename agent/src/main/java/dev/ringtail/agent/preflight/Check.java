// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.preflight;

/**
 * One fact about this host.
 *
 * @param subject {@link #NODE} or the name of an interface
 * @param name what was looked at, the same on every host
 * @param verdict what it means for captures
 * @param finding what there is, a phrase
 * @param remedy what to do, empty when all is well
 */
public record Check(String subject, String name, Verdict verdict, String finding, String remedy) {
  /** Subject of checks that concern no interface. */
  public static final String NODE = "node";

  /** What a fact means for captures. */
  public enum Verdict {
    /** As it should be. */
    OK("ok"),
    /** A capture runs, with less than it could have. */
    LIMITED("limited"),
    /** No capture runs. */
    FAILED("failed");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    /** In reports. */
    public String word() {
      return word;
    }
  }

  static Check ok(String subject, String name, String finding) {
    return new Check(subject, name, Verdict.OK, finding, "");
  }

  static Check limited(String subject, String name, String finding, String remedy) {
    return new Check(subject, name, Verdict.LIMITED, finding, remedy);
  }

  static Check failed(String subject, String name, String finding, String remedy) {
    return new Check(subject, name, Verdict.FAILED, finding, remedy);
  }

  public boolean isFailed() {
    return verdict == Verdict.FAILED;
  }
}
