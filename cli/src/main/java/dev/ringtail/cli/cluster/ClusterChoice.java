// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Which cluster is meant, and which namespace of it.
 *
 * @param kubeconfig empty: as kubectl finds it
 * @param context of that file; empty: its current one
 * @param namespace empty: the context's
 */
public record ClusterChoice(
    Optional<Path> kubeconfig, Optional<String> context, Optional<String> namespace) {}
