// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

/** What a value is. */
enum Kind {
  NUMBER,
  MAC,
  IPV4,
  IPV6
}
