// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.text.Words;
import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.TimeSpan;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the API's value types from flags, with the same words for what is wrong. */
final class Converters {
  private Converters() {}

  static void register(CommandLine line) {
    line.registerConverter(ByteCount.class, checked(ByteCount::of));
    line.registerConverter(TimeSpan.class, checked(TimeSpan::of));
    line.registerConverter(Direction.class, checked(text -> word(Direction.values(), text)));
    line.registerConverter(CapturePoint.class, checked(text -> word(CapturePoint.values(), text)));
  }

  private static <T> ITypeConverter<T> checked(Function<String, T> reader) {
    return text -> {
      try {
        return reader.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  /** Values are written as in documents; case does not matter. */
  private static <T extends Enum<T>> T word(T[] values, String text) {
    return Arrays.stream(values)
        .filter(value -> Words.of(value).equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is none of %s"
                        .formatted(
                            text,
                            Arrays.stream(values)
                                .map(Words::of)
                                .collect(Collectors.joining(", ")))));
  }
}
