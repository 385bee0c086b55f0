// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The constants against the header they repeat and against the BTF of what was compiled. */
class AbiIT {

  private static final Path HEADER = Path.of("src/ringtail_abi.h");
  private static final Path TYPES = Path.of("target/bpf-tests/objects/abi.bpf.o");
  private static final Pattern DEFINE =
      Pattern.compile("^#define RINGTAIL_([A-Z_]+) (.+?)(?: */\\*.*)?$", Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(classes = {Abi.Counters.class, Abi.Control.class, Abi.Settings.class})
  void shouldLayOutWhatTheProgramHas(Class<?> constants) {
    assertLayout(constants, new Btf(BpfObjects.read(BpfObjects.XDP)));
    assertLayout(constants, new Btf(BpfObjects.read(BpfObjects.TC)));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Abi.Epb.class,
        Abi.Consumer.class,
        Abi.Producer.class,
        Abi.Counters.class,
        Abi.Control.class,
        Abi.Settings.class
      })
  void shouldLayOutWhatTheHeaderHas(Class<?> constants) throws IOException {
    assertLayout(constants, new Btf(Files.readAllBytes(TYPES)));
  }

  @Test
  void shouldHaveEveryValueOfTheHeader() throws IOException, IllegalAccessException {
    Map<String, Long> defined = new LinkedHashMap<>();
    Matcher matcher = DEFINE.matcher(Files.readString(HEADER));
    while (matcher.find()) {
      if (!matcher.group(1).equals("ABI_H")) {
        defined.put(matcher.group(1), evaluate(matcher.group(2)));
      }
    }
    Map<String, Long> constants = new LinkedHashMap<>();
    for (Field field : Abi.class.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers())) {
        long value = field.getLong(null);
        constants.put(field.getName(), field.getType() == int.class ? value & 0xffff_ffffL : value);
      }
    }
    assertThat(constants).containsExactlyInAnyOrderEntriesOf(defined);
  }

  private static void assertLayout(Class<?> constants, Btf btf) {
    Btf.Struct struct =
        btf.struct("ringtail_" + constants.getSimpleName().toLowerCase(Locale.ROOT));
    Map<String, Integer> declared = new LinkedHashMap<>();
    struct
        .offsets()
        .forEach(
            (name, offset) -> {
              if (!name.startsWith("pad")) {
                declared.put(name.toUpperCase(Locale.ROOT), offset);
              }
            });
    declared.put("SIZE", struct.size());
    assertThat(values(constants)).containsExactlyInAnyOrderEntriesOf(declared);
  }

  private static Map<String, Integer> values(Class<?> constants) {
    Map<String, Integer> values = new LinkedHashMap<>();
    for (Field field : constants.getDeclaredFields()) {
      try {
        values.put(field.getName(), field.getInt(null));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
    return values;
  }

  /**
   * Literals, {@code (1u << n)}, {@code (~0ull)} and {@code (n * OTHER)}, as the header has them.
   */
  private static long evaluate(String expression) {
    Matcher shift = Pattern.compile("\\((\\d+)u? << (\\d+)\\)").matcher(expression);
    if (shift.matches()) {
      return Long.parseLong(shift.group(1)) << Integer.parseInt(shift.group(2));
    }
    return switch (expression) {
      case "(~0ull)" -> ~0L;
      case "(2u * RINGTAIL_PAGE)" -> 8192;
      default -> Long.decode(expression.replace("u", ""));
    };
  }
}
