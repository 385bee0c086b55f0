// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.bpf;

/** A place in a program that jumps can name before it is known. */
public final class Label {

  private final String name;
  int position = -1;

  Label(String name) {
    this.name = name;
  }

  /** Whether the place is known. */
  public boolean isBound() {
    return position >= 0;
  }

  @Override
  public String toString() {
    return name;
  }
}
