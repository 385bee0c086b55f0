// SPDX-License-Identifier: Apache-2.0

/**
 * Objects in a bucket of an S3-compatible store, over the AWS SDK's asynchronous client on Netty.
 * Bytes go to the socket straight from the mapped spool file, each request with a checksum of our
 * own; nothing is reported as delivered that the store has not confirmed.
 */
package dev.ringtail.agent.upload.s3;
