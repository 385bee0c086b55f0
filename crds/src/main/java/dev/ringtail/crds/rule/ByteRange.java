// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.rule;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The least and the most that a {@link dev.ringtail.crds.value.ByteCount} may be, inclusive. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ByteRange {
  /** Such as {@code 1Mi}. */
  String min();

  /** Such as {@code 64Gi}. */
  String max();
}
