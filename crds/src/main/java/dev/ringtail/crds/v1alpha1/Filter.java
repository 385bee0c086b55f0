// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.ringtail.crds.rule.Checked;
import dev.ringtail.crds.rule.Violations;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.nio.charset.StandardCharsets;

/** Which packets are captured. */
@ValidationRule(value = "has(self.chain) != has(self.pcap)", message = Filter.EXACTLY_ONE)
@ValidationRule(
    value = "!has(self.chain) || size(bytes(self.chain)) <= 4096",
    fieldPath = ".chain",
    message = Filter.TOO_LONG)
@ValidationRule(
    value = "!has(self.pcap) || size(bytes(self.pcap)) <= 4096",
    fieldPath = ".pcap",
    message = Filter.TOO_LONG)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Filter(
    @Size(min = 1, max = Filter.MAX_BYTES)
        @JsonPropertyDescription(
            "Ringtail's own language: protocols from the outside in with their fields, such as"
                + " eth/ipv4/tcp[dport==443]. At most 4096 bytes.")
        String chain,
    @Size(min = 1, max = Filter.MAX_BYTES)
        @JsonPropertyDescription(
            "The language of tcpdump, such as tcp port 443. Host names are refused. At most 4096"
                + " bytes.")
        String pcap)
    implements Checked {

  /** The longest filter text, in UTF-8. */
  public static final int MAX_BYTES = 4096;

  static final String EXACTLY_ONE =
      "name exactly one of chain and pcap; leave filter out to capture every packet";

  static final String TOO_LONG = "must be at most 4096 bytes";

  @Override
  public void check(Violations violations) {
    violations.unless(fits(chain), "chain", TOO_LONG);
    violations.unless(fits(pcap), "pcap", TOO_LONG);
    violations.unless((chain == null) != (pcap == null), EXACTLY_ONE);
  }

  private static boolean fits(String text) {
    return text == null || text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
  }
}
