// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The API's own words for its values. */
public final class Words {
  private Words() {}

  /** {@code XDP_NATIVE} as documents write it, {@code XdpNative}; nothing for null. */
  public static String of(Enum<?> value) {
    return value == null
        ? ""
        : Arrays.stream(value.name().split("_"))
            .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
            .collect(Collectors.joining());
  }
}
