// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.program.InterfaceCapture;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The interfaces of a capture with their programs, in the order of their numbers. Some may come
 * while it runs; those that go stay here with their counts. The lists are views: any thread may
 * read them at any time, and finds an interface for every program.
 */
final class CaptureMembers {
  private final List<CapturedInterface> interfaces = new CopyOnWriteArrayList<>();
  private final List<InterfaceCapture> programs = new CopyOnWriteArrayList<>();
  private final Set<Integer> gone = ConcurrentHashMap.newKeySet();

  /** One at a time, in the order of their numbers. */
  void add(CapturedInterface captured, InterfaceCapture program) {
    interfaces.add(captured);
    programs.add(program);
  }

  List<CapturedInterface> interfaces() {
    return Collections.unmodifiableList(interfaces);
  }

  List<InterfaceCapture> programs() {
    return Collections.unmodifiableList(programs);
  }

  List<String> names() {
    return interfaces.stream().map(CapturedInterface::name).toList();
  }

  int size() {
    return programs.size();
  }

  /** Whether it is captured no more. */
  boolean isGone(int id) {
    return gone.contains(id);
  }

  /**
   * It is captured no more; its counts stay.
   *
   * @return false when that was so already
   */
  boolean leave(int id) {
    boolean isNew = gone.add(id);
    programs.get(id).closeGate();
    programs.get(id).detach();
    return isNew;
  }

  /** Numbers of those that are captured now. */
  List<Integer> present() {
    return IntStream.range(0, size()).filter(id -> !isGone(id)).boxed().toList();
  }

  /** The uids of pods of which an interface is captured now. */
  Set<String> pods() {
    return present().stream()
        .flatMap(id -> interfaces.get(id).pod().stream())
        .map(place -> place.pod().uid())
        .collect(Collectors.toSet());
  }

  /** A name that no other has: a pod that comes again has had its name already. */
  String freeName(String wanted) {
    List<String> taken = names();
    String name = wanted;
    for (int again = 2; taken.contains(name); again++) {
      name = wanted + "~" + again;
    }
    return name;
  }
}
