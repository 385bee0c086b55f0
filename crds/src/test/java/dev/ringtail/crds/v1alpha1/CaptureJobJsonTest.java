// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.crds.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.crds.yaml.CaptureJobReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CaptureJobJsonTest {
  @Test
  void shouldBeWrittenAsItWasRead() throws Exception {
    String document =
        """
        {"apiVersion":"ringtail.dev/v1alpha1","kind":"CaptureJob","metadata":{"name":"job"},
         "spec":{"target":{"nodes":{"selector":{},"interfaces":["ens*"]}},
         "capture":{"point":"XdpNative","direction":"Both","snapLength":96},
         "limits":{"duration":"1h30m","packetsPerNode":5,"bytesPerNode":"10Gi"},
         "placement":{"receiveCpus":"0-3","readerCpus":"4"},
         "buffer":{"memory":"256Mi","spool":"4Gi"},
         "output":{"s3":{"bucket":"captures","forcePathStyle":true,
                         "serverSideEncryption":{"algorithm":"aws:kms"}},
                   "segment":{"size":"1Mi","interval":"30s","compression":"Zstd"}},
         "deletionPolicy":"Discard","stop":false}}
        """;
    ObjectMapper mapper = new ObjectMapper();
    CaptureJob parsed = mapper.readValue(document, CaptureJob.class);
    CaptureJob read =
        CaptureJobReader.read(
            new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)), "job.json");

    assertThat(read.getSpec()).isEqualTo(parsed.getSpec());
    assertThat(mapper.readTree(mapper.writeValueAsString(read)).get("spec"))
        .isEqualTo(mapper.readTree(document).get("spec"));
  }
}
