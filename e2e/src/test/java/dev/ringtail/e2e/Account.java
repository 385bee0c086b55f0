// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The funnel of a result, and the identities that hold after detach and drain. */
record Account(JsonNode terms) {
  private static final List<String> KERNEL_DROPS =
      List.of("ringFull", "reentered", "copyFailed", "noRing", "tailcall");

  static Account total(JsonNode result) {
    return new Account(result.get("funnel").get("total")).balanced();
  }

  static Account of(JsonNode result, String networkInterface) {
    return new Account(result.get("funnel").get("interfaces").get(networkInterface)).balanced();
  }

  long at(String term) {
    return terms.get(term).asLong();
  }

  private long sum(List<String> names) {
    return names.stream().mapToLong(this::at).sum();
  }

  /** seen = filtered + matched; matched = written + drops; and so on to the object. */
  private Account balanced() {
    assertThat(at("seen")).isEqualTo(at("filtered") + at("matched"));
    assertThat(at("matched")).isEqualTo(at("written") + sum(KERNEL_DROPS));
    assertThat(at("written"))
        .isEqualTo(sum(List.of("spooled", "spoolFull", "spoolError", "afterLimit")));
    assertThat(at("spooled")).isEqualTo(sum(List.of("delivered", "waiting", "abandoned")));
    return this;
  }
}
