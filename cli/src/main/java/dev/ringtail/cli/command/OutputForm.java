// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

/** How answers are printed, with kubectl's own words. */
enum OutputForm {
  /** A table. */
  table,
  /** A table with more columns. */
  wide,
  /** The objects' names only. */
  name,
  /** The objects as the API server holds them. */
  json,
  /** The same in YAML. */
  yaml;

  static final String OPTION = "wide|name|json|yaml";
}
