// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate for localhost that vouches for itself, in the files that a Secret of the type
 * kubernetes.io/tls has.
 *
 * @param authority the certificates to trust, as webhook configurations have them
 */
public record Certificate(String authority) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** Makes tls.crt and tls.key in the folder, with the JDK's keytool. */
  public static Certificate make(Path folder) throws Exception {
    Path store = folder.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "webhook",
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    Key key = keys.getKey("webhook", PASSWORD);
    String certificate = pem("CERTIFICATE", keys.getCertificate("webhook").getEncoded());
    Files.writeString(folder.resolve("tls.key"), pem("PRIVATE KEY", key.getEncoded()));
    Files.writeString(folder.resolve("tls.crt"), certificate);
    return new Certificate(
        Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII)));
  }

  private static String pem(String what, byte[] content) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(
            what,
            Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content),
            what);
  }
}
