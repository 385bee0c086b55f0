// SPDX-License-Identifier: Apache-2.0

/** The spool's writes, beside {@code spoolwrite.c}, which writes the same pieces plainly. */
package dev.ringtail.bench.spool;
