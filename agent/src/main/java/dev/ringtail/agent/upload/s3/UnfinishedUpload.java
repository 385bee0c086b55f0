// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

/**
 * A multipart upload that is neither completed nor aborted; its parts are paid for and not seen.
 *
 * @param key of the object that it would become
 * @param id the store's name for it
 */
record UnfinishedUpload(String key, String id) {}
