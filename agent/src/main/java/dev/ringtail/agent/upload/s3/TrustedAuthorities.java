// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload.s3;

import dev.ringtail.agent.upload.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import software.amazon.awssdk.http.TlsTrustManagersProvider;

/** Trust in the certificates of a PEM file, and in no others. */
final class TrustedAuthorities implements TlsTrustManagersProvider {
  private final TrustManager[] managers;

  private TrustedAuthorities(TrustManager[] managers) {
    this.managers = managers;
  }

  /**
   * @throws StoreException when the file holds no certificate
   */
  static TrustedAuthorities in(Path file) throws StoreException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (certificates.isEmpty()) {
        throw unusable(file, "there is none in it", null);
      }
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return new TrustedAuthorities(factory.getTrustManagers());
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(file, e.toString(), e);
    }
  }

  private static StoreException unusable(Path file, String why, Exception cause) {
    return new StoreException(
        "cannot read the certificates to trust from %s: %s; name a PEM file".formatted(file, why),
        false,
        cause);
  }

  @Override
  public TrustManager[] trustManagers() {
    return managers.clone();
  }
}
