// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store has to do. */
interface ObjectStoreContract {
  int MIB = 1 << 20;

  /** The store under test, open. */
  ObjectStore store();

  /** What is behind a key, by other means than the store; null if there is nothing. */
  byte[] content(String key) throws IOException;

  /** Where files to deliver can be made. */
  Path spool();

  @Test
  default void shouldFindItselfUsable() throws StoreException {
    store().check();
  }

  /** In one request, at the edge of one, in two with a part of one byte, in several. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4096, 16 * MIB, 16 * MIB + 1, 40 * MIB})
  default void shouldDeliverEveryByte(int bytes) throws Exception {
    SampleFile file = SampleFile.of(spool(), bytes, 1);

    store().put("a/b/" + bytes + ".pcapng", file.path(), file.digest());

    assertThat(SampleFile.digestOf(content("a/b/" + bytes + ".pcapng"))).isEqualTo(file.digest());
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 20 * MIB})
  default void shouldCountSameContentAsDelivered(int bytes) throws Exception {
    SampleFile first = SampleFile.of(spool(), bytes, 2);
    SampleFile again = SampleFile.of(spool(), bytes, 2);

    store().put("same", first.path(), first.digest());
    store().put("same", again.path(), again.digest());

    assertThat(SampleFile.digestOf(content("same"))).isEqualTo(first.digest());
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 20 * MIB})
  default void shouldNotOverwriteOtherContent(int bytes) throws Exception {
    SampleFile first = SampleFile.of(spool(), bytes, 3);
    SampleFile other = SampleFile.of(spool(), bytes, 4);
    store().put("taken", first.path(), first.digest());

    StoreException refused =
        catchThrowableOfType(
            StoreException.class, () -> store().put("taken", other.path(), other.digest()));

    assertThat(refused).hasMessageContaining("taken").hasMessageContaining("not overwritten");
    assertThat(refused.retryable()).isFalse();
    assertThat(SampleFile.digestOf(content("taken"))).isEqualTo(first.digest());
  }

  @Test
  default void shouldLeaveNothingWhenTheFileIsNotThere() throws Exception {
    assertThatThrownBy(
            () ->
                store()
                    .put(
                        "missing",
                        spool().resolve("no-such-file"),
                        new ObjectDigest(1, "0".repeat(64))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("no-such-file");

    assertThat(content("missing")).isNull();
  }

  @Test
  default void shouldReplaceDocuments() throws Exception {
    byte[] later = "{\"complete\":true}".getBytes(StandardCharsets.UTF_8);

    store().putDocument("n/manifest.json", new byte[] {'{', '}'}, "application/json");
    store().putDocument("n/manifest.json", later, "application/json");

    assertThat(content("n/manifest.json")).isEqualTo(later);
  }

  @Test
  default void shouldLeaveNothingUnfinished() throws Exception {
    SampleFile file = SampleFile.of(spool(), 20 * MIB, 5);

    store().put("done/x", file.path(), file.digest());

    assertThat(store().abortUnfinished("done/")).isZero();
  }
}
