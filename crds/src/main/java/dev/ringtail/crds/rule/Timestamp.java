// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.rule;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A text that is a time as RFC 3339 writes it, in UTC, such as {@code 2026-11-30T12:00:00Z}. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Timestamp {}
