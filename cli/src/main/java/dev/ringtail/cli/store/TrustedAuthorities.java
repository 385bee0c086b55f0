// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.store;

import dev.ringtail.cli.store.StoreException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import software.amazon.awssdk.http.TlsTrustManagersProvider;

/** Trust in the certificates of a PEM text, and in no others. */
final class TrustedAuthorities implements TlsTrustManagersProvider {
  private final TrustManager[] managers;

  private TrustedAuthorities(TrustManager[] managers) {
    this.managers = managers;
  }

  static TrustedAuthorities of(String pem) throws StoreException {
    try {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
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
      throw new StoreException(
          Kind.OTHER,
          "cannot read the certificates to trust for the store: %s; they must be PEM".formatted(e),
          e);
    }
  }

  @Override
  public TrustManager[] trustManagers() {
    return managers.clone();
  }
}
