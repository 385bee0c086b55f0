// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.crds.v1alpha1.CapturePoint;
import dev.ringtail.crds.v1alpha1.Compression;
import dev.ringtail.crds.v1alpha1.Direction;
import dev.ringtail.crds.v1alpha1.PlacementPolicy;
import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.CpuList;
import dev.ringtail.crds.value.TimeSpan;
import java.util.Arrays;
import java.util.Locale;
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
    line.registerConverter(
        CapturePoint.class,
        checked(word("capture point", CapturePoint.values(), CapturePoint::toString)));
    line.registerConverter(
        Direction.class, checked(word("direction", Direction.values(), Direction::toString)));
    line.registerConverter(CpuList.class, checked(CpuList::of));
    line.registerConverter(
        PlacementPolicy.class,
        checked(word("placement", PlacementPolicy.values(), Converters::capitalized)));
    line.registerConverter(
        Compression.class,
        checked(word("compression", Compression.values(), Converters::capitalized)));
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

  /** Words are written as in documents; case does not matter. */
  private static <T> Function<String, T> word(String what, T[] values, Function<T, String> name) {
    return text ->
        Arrays.stream(values)
            .filter(value -> name.apply(value).equalsIgnoreCase(text))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s is no %s; there are %s"
                            .formatted(
                                text,
                                what,
                                Arrays.stream(values)
                                    .map(name)
                                    .collect(Collectors.joining(", ")))));
  }

  private static String capitalized(Enum<?> value) {
    return value.name().charAt(0) + value.name().substring(1).toLowerCase(Locale.ROOT);
  }
}
