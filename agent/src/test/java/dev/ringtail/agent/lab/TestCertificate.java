// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for 127.0.0.1 that nobody trusts who is not told to. */
public final class TestCertificate {
  private static final String PASSWORD = "changeit";

  private final Path keys;
  private final Path pem;

  /**
   * Makes one with the JDK's own tool.
   *
   * @param folder for its files
   */
  public TestCertificate(Path folder) throws IOException, InterruptedException {
    keys = folder.resolve("server.p12");
    pem = folder.resolve("ca.crt");
    keytool(
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=test",
        "-ext",
        "SAN=ip:127.0.0.1",
        "-storetype",
        "PKCS12");
    keytool("-exportcert", "-rfc", "-file", pem.toString());
  }

  private void keytool(String command, String... more) throws IOException, InterruptedException {
    String[] words = {
      Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
      command,
      "-alias",
      "server",
      "-keystore",
      keys.toString(),
      "-storepass",
      PASSWORD
    };
    String[] all = new String[words.length + more.length];
    System.arraycopy(words, 0, all, 0, words.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
  }

  /** The certificate, PEM. */
  public Path pem() {
    return pem;
  }

  /** What a server needs to present it. */
  public SSLContext serverContext() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
