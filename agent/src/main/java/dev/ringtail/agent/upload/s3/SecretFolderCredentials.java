// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Credentials from a mounted Secret, read again for each request, so that a new key or token is
 * used as soon as it is there. White space around a value, such as the line end that {@code echo}
 * leaves, does not count.
 */
final class SecretFolderCredentials implements AwsCredentialsProvider {
  private static final String ACCESS_KEY_ID = "AWS_ACCESS_KEY_ID";
  private static final String SECRET_ACCESS_KEY = "AWS_SECRET_ACCESS_KEY";
  private static final String SESSION_TOKEN = "AWS_SESSION_TOKEN";

  /** The link that the kubelet turns from one version of a Secret to the next. */
  private static final String VERSION_LINK = "..data";

  private final Path folder;

  SecretFolderCredentials(Path folder) {
    this.folder = folder;
  }

  @Override
  public AwsCredentials resolveCredentials() {
    try {
      Path version = folder.resolve(VERSION_LINK);
      Path files = Files.exists(version) ? version.toRealPath() : folder;
      String key = required(files, ACCESS_KEY_ID);
      String secret = required(files, SECRET_ACCESS_KEY);
      String token = value(files, SESSION_TOKEN);
      return token.isEmpty()
          ? AwsBasicCredentials.create(key, secret)
          : AwsSessionCredentials.create(key, secret, token);
    } catch (IOException e) {
      throw SdkClientException.create(
          "the Secret in %s cannot be read: %s".formatted(folder, e), e);
    }
  }

  private String required(Path files, String key) throws IOException {
    String value = value(files, key);
    if (value.isEmpty()) {
      throw SdkClientException.create("the Secret in %s has no %s".formatted(folder, key));
    }
    return value;
  }

  private static String value(Path files, String key) throws IOException {
    try {
      return Files.readString(files.resolve(key)).strip();
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
