// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.ObjectDigest;
import dev.ringtail.crds.v1alpha1.ServerSideEncryption;
import java.util.Map;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** The requests for one bucket, with what its settings demand of each. */
final class S3Requests {
  /** Metadata of an object: SHA-256 of the whole, 64 hexadecimal digits. */
  static final String SHA256 = "ringtail-sha256";

  private final S3Settings settings;

  S3Requests(S3Settings settings) {
    this.settings = settings;
  }

  PutObjectRequest.Builder put(String key, ObjectBytes content) {
    PutObjectRequest.Builder request =
        PutObjectRequest.builder()
            .bucket(settings.bucket())
            .key(key)
            .contentLength(content.size())
            .checksumCRC32(content.crc32());
    settings
        .encryption()
        .ifPresent(how -> request.serverSideEncryption(header(how)).ssekmsKeyId(how.kmsKeyId()));
    return request;
  }

  CreateMultipartUploadRequest create(String key, ObjectDigest digest) {
    CreateMultipartUploadRequest.Builder request =
        CreateMultipartUploadRequest.builder()
            .bucket(settings.bucket())
            .key(key)
            .metadata(metadata(digest))
            .checksumAlgorithm(ChecksumAlgorithm.CRC32);
    settings
        .encryption()
        .ifPresent(how -> request.serverSideEncryption(header(how)).ssekmsKeyId(how.kmsKeyId()));
    return request.build();
  }

  HeadObjectRequest head(String key) {
    return HeadObjectRequest.builder()
        .bucket(settings.bucket())
        .key(key)
        .checksumMode(ChecksumMode.ENABLED)
        .build();
  }

  DeleteObjectRequest delete(String key) {
    return DeleteObjectRequest.builder().bucket(settings.bucket()).key(key).build();
  }

  static Map<String, String> metadata(ObjectDigest digest) {
    return Map.of(SHA256, digest.sha256());
  }

  private static software.amazon.awssdk.services.s3.model.ServerSideEncryption header(
      ServerSideEncryption how) {
    return switch (how.algorithm()) {
      case AES256 -> software.amazon.awssdk.services.s3.model.ServerSideEncryption.AES256;
      case AWS_KMS -> software.amazon.awssdk.services.s3.model.ServerSideEncryption.AWS_KMS;
    };
  }
}
