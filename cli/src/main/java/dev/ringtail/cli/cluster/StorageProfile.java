// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.cluster;

import dev.ringtail.crds.v1alpha1.S3Output;
import java.util.Optional;

/**
 * A place for captures that somebody who runs the cluster has named.
 *
 * @param output as in a job
 * @param downloadEndpoint the store's address for people, where it differs from the nodes'
 */
public record StorageProfile(String name, S3Output output, Optional<String> downloadEndpoint) {}
