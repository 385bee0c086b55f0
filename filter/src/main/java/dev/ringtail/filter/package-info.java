// SPDX-License-Identifier: Apache-2.0
/**
 * Filters: text in, eBPF bytecode out. {@link dev.ringtail.filter.Filters} compiles either of the
 * two languages once, {@link dev.ringtail.filter.CompiledFilter#assemble} makes the program of one
 * interface from it. This package holds what callers see; it knows nothing of the agent, of
 * Kubernetes or of the kernel beyond the instruction set, and every number that ties a program to
 * its maps comes with a {@link dev.ringtail.filter.ProgramContract}.
 */
package dev.ringtail.filter;
