// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.lab.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Settings for the S3 server of the tests, credentials in a folder as of a mounted Secret. */
public final class S3TestSettings {
  private S3TestSettings() {}

  /**
   * @param folder in which a folder {@code secret} is made for the keys
   */
  public static S3Settings of(URI endpoint, Path folder) throws IOException {
    Path secret = Files.createDirectories(folder.resolve("secret"));
    Files.writeString(secret.resolve("AWS_ACCESS_KEY_ID"), S3Server.ACCESS_KEY + "\n");
    Files.writeString(secret.resolve("AWS_SECRET_ACCESS_KEY"), " " + S3Server.SECRET_KEY + "\r\n");
    return new S3Settings(
        S3Server.BUCKET,
        "edge",
        "us-east-1",
        Optional.of(endpoint),
        true,
        Optional.of(secret),
        Optional.empty(),
        Optional.empty());
  }
}
