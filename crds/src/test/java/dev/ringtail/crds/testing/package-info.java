// SPDX-License-Identifier: Apache-2.0
/**
 * A real API server with etcd for tests of this and of other modules, from binaries that the
 * machine has. Nothing is downloaded.
 */
package dev.ringtail.crds.testing;
