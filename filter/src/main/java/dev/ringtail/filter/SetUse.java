// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter;

/**
 * One set as a filter uses it. A name that is asked with IPv4 and with IPv6 addresses is two uses,
 * each with its own map.
 *
 * @param name the name after {@code @}
 * @param type what the elements are
 */
public record SetUse(String name, SetType type) {}
