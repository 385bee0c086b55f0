// SPDX-License-Identifier: Apache-2.0

/** The program {@code kubectl-ringtail}; what it does is in the packages below. */
package dev.ringtail.cli;
