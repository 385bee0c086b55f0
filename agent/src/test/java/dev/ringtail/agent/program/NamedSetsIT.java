// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.SetKey;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetType;
import dev.ringtail.filter.SetUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sets in the kernel's maps; every answer comes from there. */
class NamedSetsIT {
  private static final SetUse PODS = new SetUse("pods", SetType.IPV4);

  private final NamedSets sets = new NamedSets();

  @AfterEach
  void close() {
    sets.close();
  }

  private static List<SetKey> keys(String... texts) throws FilterException {
    List<SetKey> keys = new ArrayList<>();
    for (String text : texts) {
      keys.add(SetKey.parse(text));
    }
    return keys;
  }

  private static CompiledFilter filter(String text) throws FilterException {
    return Filters.compile(FilterLanguage.CHAIN, text, LinkType.ETHERNET);
  }

  @Test
  void shouldHoldEveryKindOfElementUnderOneName() throws FilterException {
    sets.add("all", keys("443", "02:00:00:00:00:01", "10.0.0.1", "fd00::1", "fd00:1::/32", "0"));

    assertThat(sets.elements("all"))
        .extracting(SetKey::toString)
        .containsExactly("0", "443", "02:00:00:00:00:01", "10.0.0.1", "fd00::1", "fd00:1::/32");
    assertThat(sets.elements("none")).isEmpty();
    assertThat(sets.names()).containsExactly("all");
  }

  @Test
  void shouldCountWhatIsNewAndWhatWasThere() throws FilterException {
    assertThat(sets.add("ports", keys("80", "443", "80")).elements()).isEqualTo(2);
    assertThat(sets.add("ports", keys("443", "8080")).elements()).isEqualTo(1);
    assertThat(sets.remove("ports", keys("443", "22", "10.0.0.1")).elements()).isEqualTo(1);
    assertThat(sets.elements("ports")).isEqualTo(new java.util.TreeSet<>(keys("80", "8080")));
  }

  @Test
  void shouldMakeTheMapsThatAFilterAsks() throws FilterException {
    CompiledFilter filter = filter("//ip[host in @pods]/tcp[port in @ports]");

    Map<SetUse, SetMap> maps = sets.mapsOf(filter);

    assertThat(maps.keySet()).isEqualTo(filter.sets());
    assertThat(maps.values()).extracting(SetMap::layout).containsOnly(SetMap.Layout.HASH);
    assertThat(sets.mapsOf(filter)).isEqualTo(maps);
    assertThat(sets.names()).containsExactly("pods", "ports");
  }

  @Test
  void shouldBecomeATrieWithTheFirstPrefix() throws FilterException {
    CompiledFilter filter = filter("//ipv4[host in @pods]");
    sets.mapsOf(filter);
    assertThat(sets.add("pods", keys("10.0.0.1", "10.0.0.2")).isRemade()).isFalse();
    assertThat(sets.mapsOf(filter).get(PODS).layout()).isEqualTo(SetMap.Layout.HASH);

    assertThat(sets.add("pods", keys("10.1.0.0/16", "10.1.2.3")))
        .isEqualTo(new NamedSets.Change(2, true));

    assertThat(sets.mapsOf(filter).get(PODS).layout()).isEqualTo(SetMap.Layout.LPM_TRIE);
    assertThat(sets.add("pods", keys("0.0.0.0/0")).isRemade()).isFalse();
    assertThat(sets.remove("pods", keys("10.1.0.0/16")).elements()).isEqualTo(1);
    assertThat(sets.elements("pods"))
        .extracting(SetKey::toString)
        .containsExactly("0.0.0.0/0", "10.0.0.1", "10.0.0.2", "10.1.2.3");
  }

  @Test
  void shouldGrowWhenItIsFull() {
    int remade = 0;
    for (int from = 0; from < 10_000; from += 500) {
      List<SetKey> more = new ArrayList<>();
      for (int i = from; i < from + 500; i++) {
        more.add(key("" + i));
      }
      remade += sets.add("ports", more).isRemade() ? 1 : 0;
    }

    assertThat(sets.elements("ports")).hasSize(10_000);
    assertThat(remade).isBetween(2, 6);
  }

  @Test
  void shouldRefuseMoreThanASetMayHold() {
    List<SetKey> many = new ArrayList<>();
    for (int i = 0; i <= NamedSets.MOST; i++) {
      many.add(key("" + i));
    }
    assertThatThrownBy(() -> sets.add("ports", many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("set ports would hold 262145 elements; a set holds 262144 at most");
    assertThat(sets.elements("ports")).isEmpty();
  }

  private static SetKey key(String text) {
    try {
      return SetKey.parse(text);
    } catch (FilterException e) {
      throw new AssertionError(e);
    }
  }
}
