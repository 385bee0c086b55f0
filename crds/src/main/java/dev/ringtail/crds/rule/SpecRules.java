// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.rule;

import dev.ringtail.crds.value.ByteCount;
import dev.ringtail.crds.value.TimeSpan;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Holds an object against the rules written on its record classes, as the API server does with the
 * CRD made from them. Cold code: reflection, once per document.
 */
public final class SpecRules {
  private final Scope scope;
  private final List<Violation> found = new ArrayList<>();

  private SpecRules(Scope scope) {
    this.scope = scope;
  }

  /**
   * Finds every rule that the object or one inside it breaks.
   *
   * @param path of the object, the start of each violation's path
   * @return in the order of the fields, outer objects before inner ones; empty if all is well
   */
  public static List<Violation> check(Record object, String path, Scope scope) {
    SpecRules rules = new SpecRules(scope);
    rules.checkRecord(object, path);
    return List.copyOf(rules.found);
  }

  /** The rule of a {@link ByteRange} in words. */
  public static String message(ByteRange range) {
    return "must be %s to %s, written like 256Mi, 4G or plain bytes"
        .formatted(range.min(), range.max());
  }

  /** The rule of a {@link TimeRange} in words. */
  public static String message(TimeRange range) {
    return "must be %s to %s, written like 60s, 10m or 1h30m".formatted(range.min(), range.max());
  }

  private void checkRecord(Record object, String path) {
    if (object instanceof Checked checked) {
      checked.check(new Violations(scope, path, found));
    }
    for (Field field : object.getClass().getDeclaredFields()) {
      if (!field.isSynthetic() && !java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
        checkField(field, valueOf(object, field), path + "." + field.getName());
      }
    }
  }

  private void checkField(Field field, Object value, String path) {
    if (value == null || value.equals(List.of())) {
      unless(!field.isAnnotationPresent(Required.class), path, "is required");
      return;
    }
    switch (value) {
      case Record object when object.getClass().getPackage().equals(ownerPackage(field)) ->
          checkRecord(object, path);
      case ByteCount bytes -> checkBytes(field, bytes, path);
      case TimeSpan span -> checkSpan(field, span, path);
      case Number number -> checkNumber(field, number, path);
      case String text ->
          checkText(
              field.getAnnotation(Size.class), field.getAnnotation(Pattern.class), text, path);
      case Collection<?> items -> checkItems(field, items, path);
      case Map<?, ?> entries -> checkSize(field, entries.size(), "entries", path);
      default -> {}
    }
  }

  private static Package ownerPackage(Field field) {
    return field.getDeclaringClass().getPackage();
  }

  private void checkBytes(Field field, ByteCount bytes, String path) {
    ByteRange range = field.getAnnotation(ByteRange.class);
    unless(
        range == null
            || bytes.compareTo(new ByteCount(range.min())) >= 0
                && bytes.compareTo(new ByteCount(range.max())) <= 0,
        path,
        range == null ? "" : message(range));
  }

  private void checkSpan(Field field, TimeSpan span, String path) {
    TimeRange range = field.getAnnotation(TimeRange.class);
    unless(
        range == null
            || span.compareTo(new TimeSpan(range.min())) >= 0
                && span.compareTo(new TimeSpan(range.max())) <= 0,
        path,
        range == null ? "" : message(range));
  }

  private void checkNumber(Field field, Number number, String path) {
    Min min = field.getAnnotation(Min.class);
    if (min != null) {
      unless(
          number.longValue() >= min.value(), path, "must be at least %.0f".formatted(min.value()));
    }
    Max max = field.getAnnotation(Max.class);
    if (max != null) {
      unless(
          number.longValue() <= max.value(), path, "must be at most %.0f".formatted(max.value()));
    }
  }

  private void checkText(Size size, Pattern pattern, String text, String path) {
    if (size != null) {
      int length = text.codePointCount(0, text.length());
      unless(length >= size.min(), path, "must not be empty");
      unless(length <= size.max(), path, "must be at most %d characters".formatted(size.max()));
    }
    if (pattern != null) {
      unless(text.matches(pattern.value()), path, "must match %s".formatted(pattern.value()));
    }
  }

  private void checkItems(Field field, Collection<?> items, String path) {
    checkSize(field, items.size(), "items", path);
    var type =
        ((AnnotatedParameterizedType) field.getAnnotatedType())
            .getAnnotatedActualTypeArguments()[0];
    int index = 0;
    for (Object item : items) {
      String itemPath = "%s[%d]".formatted(path, index++);
      switch (item) {
        case Record object -> checkRecord(object, itemPath);
        case String text ->
            checkText(
                type.getAnnotation(Size.class), type.getAnnotation(Pattern.class), text, itemPath);
        default -> {}
      }
    }
  }

  private void checkSize(Field field, int count, String what, String path) {
    Size size = field.getAnnotation(Size.class);
    if (size != null) {
      unless(count >= size.min(), path, "must have at least %d %s".formatted(size.min(), what));
      unless(count <= size.max(), path, "must have at most %d %s".formatted(size.max(), what));
    }
  }

  private void unless(boolean holds, String path, String message) {
    if (!holds) {
      found.add(new Violation(path, message));
    }
  }

  private static Object valueOf(Record object, Field field) {
    try {
      var accessor = object.getClass().getMethod(field.getName());
      return accessor.invoke(object);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + field, e);
    }
  }
}
