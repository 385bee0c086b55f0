// SPDX-License-Identifier: Apache-2.0
/** Holds the page about the operator against the code. */
package dev.ringtail.operator.docs;
