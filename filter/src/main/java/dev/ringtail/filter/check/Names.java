// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.check;

import dev.ringtail.filter.protocol.Protocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the layers of a chain are called: by their protocols and labels. */
final class Names {

  /** One name. */
  static final class Name {
    private final int id;
    private final String text;
    private final boolean isLabel;
    private final Set<Protocol> protocols = new LinkedHashSet<>();
    private final Set<Integer> places = new LinkedHashSet<>();
    private int most;
    private boolean repeated;

    private Name(int id, String text, boolean isLabel) {
      this.id = id;
      this.text = text;
      this.isLabel = isLabel;
    }

    int id() {
      return id;
    }

    String text() {
      return text;
    }

    /** What the layer may turn out to be. */
    List<Protocol> protocols() {
      return List.copyOf(protocols);
    }

    /** Whether one way can have several layers of the name, told apart by an index. */
    boolean isRepeated() {
      return repeated;
    }

    /** Whether it is a protocol that is written at several places. */
    boolean isAmbiguous() {
      return !isLabel && places.size() > 1;
    }

    /** At how many places it is written. */
    int places() {
      return places.size();
    }

    /** Most layers of the name that a way can have. */
    int most() {
      return most;
    }
  }

  private final Map<String, Name> names = new LinkedHashMap<>();

  boolean contains(String text) {
    return names.containsKey(text);
  }

  Name get(String text) {
    return names.get(text);
  }

  List<String> all() {
    return new ArrayList<>(names.keySet());
  }

  /**
   * Adds a layer to a name.
   *
   * @param position where the layer is written
   * @param times how often it may repeat
   * @return the name's id
   */
  int bind(String text, boolean isLabel, Protocol protocol, int position, int times) {
    Name name = names.computeIfAbsent(text, t -> new Name(names.size(), t, isLabel));
    name.protocols.add(protocol);
    if (name.places.add(position)) {
      name.most += times;
      name.repeated |= times > 1;
    }
    return name.id;
  }
}
