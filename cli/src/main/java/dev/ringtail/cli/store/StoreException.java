// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.store;

/** A store said no, or nothing. The message is one sentence: the place, the cause, the remedy. */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What kind of no it was. */
  public enum Kind {
    /** There is no such object. */
    ABSENT,
    /** These credentials are not accepted, or may not read there. */
    DENIED,
    /** It may pass when tried again. */
    PASSING,
    /** What is there is not what the manifest says. */
    DAMAGED,
    /** Anything else. */
    OTHER
  }

  private final Kind kind;

  StoreException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether it concerns this one object, so that others may be there all the same. */
  public boolean isOfOneObject() {
    return kind == Kind.ABSENT || kind == Kind.DAMAGED;
  }
}
