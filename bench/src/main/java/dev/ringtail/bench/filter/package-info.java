// SPDX-License-Identifier: Apache-2.0

/**
 * What a filter costs: generated programs beside the same filters written by hand in C and an empty
 * program, by BPF_PROG_TEST_RUN. It may use the filter module and the agent's bindings.
 */
package dev.ringtail.bench.filter;
