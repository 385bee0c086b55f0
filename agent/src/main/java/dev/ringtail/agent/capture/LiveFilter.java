// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.KernelException;
import dev.ringtail.agent.program.BoundFilter;
import dev.ringtail.agent.program.FilterSlot;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.program.NamedSets;
import dev.ringtail.agent.program.PointRefusedException;
import dev.ringtail.agent.program.Quiescence;
import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.SetKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The filter of a running capture and the sets that it asks. Both change while packets come: each
 * packet is judged by the old filter or by the new one, and when a change returns none is judged by
 * the old one any more. Any thread may ask; one change happens at a time.
 */
public final class LiveFilter implements AutoCloseable {
  private final CaptureMembers members;
  private final NamedSets sets;
  private final Optional<CompiledFilter> first;
  private volatile List<Judge> judges = List.of();
  private Runnable afterChange = () -> {};
  private State state = State.NOT_STARTED;
  private boolean asksOldMaps;

  private enum State {
    NOT_STARTED,
    RUNNING,
    ENDED
  }

  /**
   * A filter that judged packets.
   *
   * @param from when it began to
   */
  public record Judge(CompiledFilter filter, Instant from) {}

  /**
   * What became of a change of a set.
   *
   * @param elements how many were added or removed
   * @param size how many the set holds now
   * @param isAsked whether the filter asks the set
   */
  public record SetChange(int elements, int size, boolean isAsked) {}

  /**
   * @param sets closed with this
   * @param members with the first filter in their programs' slots
   */
  LiveFilter(CaptureMembers members, NamedSets sets, Optional<CompiledFilter> first) {
    this.members = members;
    this.sets = sets;
    this.first = first;
  }

  /** What is told of each new filter, on the thread that brings it, once it judges. */
  synchronized void afterChange(Runnable listener) {
    afterChange = listener;
  }

  /** The gates are open: the first filter judges from here on. */
  synchronized void started(Instant at) {
    judges = first.map(filter -> new Judge(filter, at)).stream().toList();
    state = State.RUNNING;
  }

  /** No packet comes any more: changes are refused from here on. */
  synchronized void ended() {
    state = State.ENDED;
  }

  /** The filter that judges now; empty: every packet matches. */
  Optional<CompiledFilter> current() {
    List<Judge> now = judges;
    return now.isEmpty() ? first : Optional.of(now.getLast().filter());
  }

  /** The filters so far, the one that judges last. */
  List<Judge> judges() {
    return judges;
  }

  /** Attaches an interface while no filter changes. */
  @FunctionalInterface
  interface Joining {
    /**
     * @param filter that judges now; empty: every packet matches
     */
    void with(Optional<BoundFilter> filter) throws ChangeRefusedException, PointRefusedException;
  }

  /**
   * Brings an interface to the capture with the filter that judges now.
   *
   * @throws ChangeRefusedException when the capture does not run
   */
  synchronized void join(Joining joining) throws ChangeRefusedException, PointRefusedException {
    requireRunning();
    joining.with(current().map(filter -> new BoundFilter(filter, sets.mapsOf(filter))));
  }

  /**
   * Puts another filter in the place of the one that judges.
   *
   * @throws ChangeRefusedException when it cannot run here, or the capture does not; the old one
   *     judges on
   */
  public synchronized void change(CompiledFilter filter) throws ChangeRefusedException {
    requireRunning();
    refuse(FilterChecks.hiddenTags(filter, atXdp()));
    judgeBy(filter);
    List<Judge> more = new ArrayList<>(judges);
    more.add(new Judge(filter, Instant.now()));
    judges = List.copyOf(more);
    afterChange.run();
    Quiescence.await();
  }

  private List<String> atXdp() {
    return members.programs().stream()
        .filter(program -> program.point().isXdp())
        .map(program -> members.interfaces().get(program.interfaceId()))
        .filter(captured -> captured.pod().isEmpty())
        .map(CapturedInterface::name)
        .toList();
  }

  /** The programs of all interfaces are loaded before the first is put in its slot. */
  private void judgeBy(CompiledFilter filter) throws ChangeRefusedException {
    List<FilterSlot.Next> loaded = new ArrayList<>();
    try {
      Optional<BoundFilter> bound = Optional.of(new BoundFilter(filter, sets.mapsOf(filter)));
      for (InterfaceCapture program : members.programs()) {
        for (FilterSlot slot : program.filterSlots()) {
          loaded.add(slot.prepare(bound));
        }
      }
      loaded.forEach(FilterSlot.Next::judge);
      asksOldMaps = false;
    } catch (KernelException e) {
      throw new ChangeRefusedException(e.getMessage(), e);
    } finally {
      loaded.forEach(FilterSlot.Next::close);
    }
  }

  /**
   * Adds elements to a set, which is made if there is none of that name.
   *
   * @throws ChangeRefusedException when the set cannot hold them, or the capture does not run
   */
  public synchronized SetChange add(String name, List<SetKey> elements)
      throws ChangeRefusedException {
    requireRunning();
    refuse(current().flatMap(filter -> FilterChecks.misfit(filter, name, elements)));
    NamedSets.Change change;
    try {
      change = sets.add(name, elements);
    } catch (IllegalArgumentException | KernelException e) {
      throw new ChangeRefusedException(e.getMessage(), e);
    }
    asksOldMaps |= change.isRemade() && isAsked(name);
    if (asksOldMaps) {
      judgeBy(current().orElseThrow());
    }
    return new SetChange(change.elements(), sets.elements(name).size(), isAsked(name));
  }

  /**
   * Removes elements from a set; those that it does not hold are passed over.
   *
   * @throws ChangeRefusedException when there is no such set, or the capture does not run
   */
  public synchronized SetChange remove(String name, List<SetKey> elements)
      throws ChangeRefusedException {
    requireRunning();
    requireSet(name);
    NamedSets.Change change = sets.remove(name, elements);
    return new SetChange(change.elements(), sets.elements(name).size(), isAsked(name));
  }

  /**
   * What a set holds, in order.
   *
   * @throws ChangeRefusedException when there is no such set
   */
  public synchronized SortedSet<SetKey> elements(String name) throws ChangeRefusedException {
    requireSet(name);
    return sets.elements(name);
  }

  private boolean isAsked(String set) {
    return current().map(filter -> FilterChecks.asks(filter, set)).orElse(false);
  }

  private void requireSet(String name) throws ChangeRefusedException {
    SortedSet<String> names = sets.names();
    if (!names.contains(name)) {
      throw new ChangeRefusedException(
          "there is no set %s; this capture has %s"
              .formatted(name, names.isEmpty() ? "none" : String.join(", ", names)));
    }
  }

  private void requireRunning() throws ChangeRefusedException {
    switch (state) {
      case NOT_STARTED ->
          throw new ChangeRefusedException("the capture has not started yet; try again");
      case ENDED ->
          throw new ChangeRefusedException(
              "the capture has ended, and what it kept is being delivered; start another");
      case RUNNING -> {}
    }
  }

  private static void refuse(Optional<String> reason) throws ChangeRefusedException {
    if (reason.isPresent()) {
      throw new ChangeRefusedException(reason.get());
    }
  }

  @Override
  public synchronized void close() {
    state = State.ENDED;
    sets.close();
  }
}
