// SPDX-License-Identifier: Apache-2.0

/**
 * A cluster in which nothing runs, and who plays operator and agents there: objects in a real API
 * server, segments and manifests in a real S3 server.
 */
package dev.ringtail.cli.testing;
