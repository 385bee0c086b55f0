// SPDX-License-Identifier: Apache-2.0

/** How fast ready segments get into a bucket, and what that costs in heap. */
package dev.ringtail.bench.upload;
