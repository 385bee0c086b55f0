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
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the API's value types from flags, with the same words for what is wrong. */
final class Converters {
  private Converters() {}

  static void register(CommandLine line) {
    line.registerConverter(ByteCount.class, checked(ByteCount::of));
    line.registerConverter(TimeSpan.class, checked(TimeSpan::of));
    line.registerConverter(CapturePoint.class, checked(Converters::point));
    line.registerConverter(Direction.class, checked(Converters::direction));
    line.registerConverter(CpuList.class, checked(CpuList::of));
    line.registerConverter(PlacementPolicy.class, checked(Converters::policy));
    line.registerConverter(Compression.class, checked(Converters::compression));
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

  /** Points are written as in documents, {@code XdpNative}; case does not matter. */
  private static CapturePoint point(String text) {
    return Arrays.stream(CapturePoint.values())
        .filter(point -> point.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    text
                        + " is no capture point; there are Auto, XdpNative, XdpExit, Tc, XdpGeneric"));
  }

  private static Direction direction(String text) {
    return Arrays.stream(Direction.values())
        .filter(direction -> direction.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    text + " is no direction; there are Ingress, Egress, Both"));
  }

  private static PlacementPolicy policy(String text) {
    return Arrays.stream(PlacementPolicy.values())
        .filter(policy -> policy.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    text + " is no placement; there are Observe, Same, Split, Auto"));
  }

  private static Compression compression(String text) {
    return Arrays.stream(Compression.values())
        .filter(compression -> compression.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(text + " is no compression; there are None, Zstd"));
  }
}
