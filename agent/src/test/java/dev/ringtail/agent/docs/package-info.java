// SPDX-License-Identifier: Apache-2.0

/** Keeps the pages in {@code docs/} and the code from saying different things. */
package dev.ringtail.agent.docs;
