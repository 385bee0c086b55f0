// SPDX-License-Identifier: Apache-2.0
/** The operator's process: its settings, how its parts are put together, and its end. */
package dev.ringtail.operator;
