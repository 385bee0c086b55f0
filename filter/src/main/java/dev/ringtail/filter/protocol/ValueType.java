// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.protocol;

import dev.ringtail.filter.SetType;

/** What a field holds. */
public enum ValueType {
  NUMBER("a number", SetType.NUMBER),
  MAC("a MAC address such as 02:00:00:00:00:01", SetType.MAC),
  IPV4("an IPv4 address such as 10.0.0.1", SetType.IPV4),
  IPV6("an IPv6 address such as 2001:db8::1", SetType.IPV6);

  private final String title;
  private final SetType setType;

  ValueType(String title, SetType setType) {
    this.title = title;
    this.setType = setType;
  }

  /** For messages. */
  public String title() {
    return title;
  }

  /** The sets that such values can be members of. */
  public SetType setType() {
    return setType;
  }

  public boolean isAddress() {
    return this == IPV4 || this == IPV6;
  }
}
