// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * Credentials for a bucket, and whose they are.
 *
 * @param owner for sentences, such as {@code Secret s3}
 */
public record Keys(String owner, AwsCredentialsProvider provider) {
  private static final String ACCESS_KEY = "AWS_ACCESS_KEY_ID";
  private static final String SECRET_KEY = "AWS_SECRET_ACCESS_KEY";
  private static final String TOKEN = "AWS_SESSION_TOKEN";

  /** What the AWS SDK finds: the environment, a profile, a single sign-on, an instance's role. */
  public static Keys ofUser() {
    return new Keys(
        "your AWS environment or profile", DefaultCredentialsProvider.builder().build());
  }

  /** Those in a Secret, if it has them. */
  public static Optional<Keys> ofSecret(String name, Map<String, String> values) {
    if (!values.keySet().containsAll(List.of(ACCESS_KEY, SECRET_KEY))) {
      return Optional.empty();
    }
    String access = values.get(ACCESS_KEY).strip();
    String secret = values.get(SECRET_KEY).strip();
    String token = values.getOrDefault(TOKEN, "").strip();
    AwsCredentials credentials =
        token.isEmpty()
            ? AwsBasicCredentials.create(access, secret)
            : AwsSessionCredentials.create(access, secret, token);
    return Optional.of(new Keys("Secret " + name, StaticCredentialsProvider.create(credentials)));
  }
}
