// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.reference;

import java.util.List;
import java.util.Optional;

/**
 * How a chain was found in a packet.
 *
 * @param taken the layers that the chain names, from the outside in
 */
record Way(List<Taken> taken) {

  /**
   * A layer and the element that took it.
   *
   * @param written the protocol as the filter has it, {@code ip} included
   * @param label its own, or that of the group around it
   */
  record Taken(Layer layer, String written, Optional<String> label) {

    boolean isCalled(String name) {
      boolean byProtocol = written.equals(name) || written.equals("ip") && layer.is(name);
      return byProtocol || label.filter(name::equals).isPresent();
    }
  }

  /** The layers of a name, from the outside in. */
  List<Layer> called(String name) {
    return taken.stream().filter(t -> t.isCalled(name)).map(Taken::layer).toList();
  }
}
