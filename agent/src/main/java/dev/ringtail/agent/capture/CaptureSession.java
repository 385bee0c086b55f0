// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.capture;

import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.kernel.TaiClock;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.program.BoundFilter;
import dev.ringtail.agent.program.CaptureLadder;
import dev.ringtail.agent.program.InterfaceCapture;
import dev.ringtail.agent.program.PointRefusedException;
import dev.ringtail.agent.program.Quiescence;
import dev.ringtail.agent.ring.Ring;
import dev.ringtail.agent.ring.RingMemory;
import dev.ringtail.agent.spool.SegmentSupply;
import dev.ringtail.agent.spool.Spool;
import dev.ringtail.agent.status.AgentStatus;
import dev.ringtail.agent.upload.Delivery;
import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.bpf.Abi;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The conductor of one capture. {@link #start} leaves either a running capture or nothing at all;
 * {@link #run} waits for the end and answers when everything is delivered or given up. {@link
 * #stop} may be called from any thread, the rest from one.
 */
public final class CaptureSession implements AutoCloseable {
  private static final long SECOND_NS = 1_000_000_000;

  /** Between looks at a limit of packets or bytes, or at a change of readers. */
  private static final long LIMIT_TICK_NS = SECOND_NS / 5;

  private static final long IDLE_ROUND_NS = TimeUnit.SECONDS.toNanos(4);
  private static final long IDLE_HEARTBEAT_NS = TimeUnit.SECONDS.toNanos(30);
  private static final int ROUNDS_UNTIL_IDLE = 10;
  private static final double NS_PER_SECOND = 1e9;
  private static final Duration DAY = Duration.ofDays(1);

  private final CapturePlan plan;
  private final ObjectStore store;
  private final RingMemory rings;
  private final CaptureLadder ladder;
  private final CaptureMembers members;
  private final List<InterfaceCapture> programs;
  private final Spool spool;
  private final LiveFilter filter;
  private final RunJournal journal;
  private final SegmentSupply supply;
  private final Delivery delivery;
  private final SegmentBlocks blocks;
  private final CaptureLimits limits;
  private final ReaderCrew crew;
  private final PlacementConductor placement;
  private final FunnelReader funnelReader;
  private final StatusReader statusReader;
  private final ManifestWriter manifest;
  private final CountDownLatch stopRequested = new CountDownLatch(1);
  private final List<String> notes = new ArrayList<>();
  private Instant startedAt = Instant.EPOCH;
  private long startedNs;
  private volatile Optional<Duration> duration;
  private volatile Runnable ended = () -> {};
  private volatile AgentStatus.Phase phase = AgentStatus.Phase.STARTING;
  private long seenAtHeartbeat = -1;
  private long heartbeatNs;
  private int roundsWithoutPackets;

  CaptureSession(CapturePlan plan, ObjectStore store, CaptureParts parts) {
    this.plan = plan;
    this.store = store;
    this.rings = parts.rings();
    this.ladder = parts.ladder();
    this.members = parts.members();
    this.programs = members.programs();
    this.spool = parts.spool();
    this.supply = parts.supply();
    this.filter = parts.filter();
    this.journal = new RunJournal(plan, members, parts.notes(), filter);
    this.delivery = parts.delivery();
    this.blocks = parts.blocks();
    this.limits = parts.limits();
    this.duration = plan.limits().duration();
    this.crew = parts.crew();
    NicCounters nics = new NicCounters(plan.interfaces());
    this.placement = new PlacementConductor(plan, parts, nics);
    this.manifest = new ManifestWriter(plan, parts, nics);
    this.funnelReader = new FunnelReader(members, crew.threads(), delivery);
    this.statusReader =
        new StatusReader(plan, parts, funnelReader, nics, store.location(), placement::report);
  }

  /**
   * Interrupts first, then readers, then the gates: no packet finds a ring that nobody reads, and
   * all interfaces begin at the same moment.
   *
   * @throws CaptureRefusedException when the spool cannot be written to
   */
  public void start() throws CaptureRefusedException {
    updateClock();
    journal.begin();
    supply.start();
    placement.start();
    startedAt = Instant.now();
    startedNs = System.nanoTime();
    blocks.startedAt(TimeUnit.SECONDS.toNanos(startedAt.getEpochSecond()) + startedAt.getNano());
    programs.forEach(InterfaceCapture::openGate);
    filter.started(startedAt);
    phase = AgentStatus.Phase.CAPTURING;
  }

  /** Asks for an early end; data is kept and delivered. */
  public void stop() {
    stopRequested.countDown();
  }

  /** Other limits from now on, from any thread; the duration counts from {@link #startedAt}. */
  public void changeLimits(CapturePlan.Limits changed) {
    limits.change(changed);
    duration = changed.duration();
  }

  /** Run on the thread of {@link #run} once nothing is captured any more, before the delivery. */
  public void whenEnded(Runnable action) {
    ended = action;
  }

  /** Gives up deliveries that still wait; what is not delivered stays in the spool. */
  public void abandonDelivery() {
    delivery.giveUp();
  }

  /**
   * Waits for the end of the capture, ends it, and delivers.
   *
   * @param listener asked about once a second, or each four while nothing comes, on this thread,
   *     whether it wants to know how it goes: it then calls what it is given
   */
  public CaptureResult run(Consumer<Supplier<CaptureProgress>> listener)
      throws InterruptedException {
    EndReason reason = awaitEnd(listener);
    phase = AgentStatus.Phase.DELIVERING;
    endCapture();
    ended.run();
    placement.giveBack();
    notes.addAll(placement.notes());
    drain();
    supply.finish();
    delivery.finish(plan.spool().patience());
    Funnel funnel = funnelReader.read();
    funnel.imbalance().ifPresent(sentence -> notes.add("accounts do not balance: " + sentence));
    List<String> failures = new ArrayList<>(delivery.failures());
    Manifest document = manifest.write(startedAt, reason, funnel, notes, placement);
    putManifest(document).ifPresent(failures::add);
    journal.end(document, failures.isEmpty());
    return new CaptureResult(
        reason,
        funnel,
        delivery.objects(),
        store.location() + "/" + plan.identity().keyPrefix(),
        notes,
        failures);
  }

  private Optional<String> putManifest(Manifest document) throws InterruptedException {
    try {
      store.putDocument(
          plan.identity().keyPrefix() + Manifest.FILE_NAME, document.toJson(), "application/json");
      return Optional.empty();
    } catch (StoreException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * A round a second, or each four while nothing comes; more only to find a limit in time. Rounds
   * are what an idle capture costs.
   */
  private EndReason awaitEnd(Consumer<Supplier<CaptureProgress>> listener)
      throws InterruptedException {
    long secondBegan = System.nanoTime();
    while (true) {
      long leftNs = left().map(CaptureSession::atMostADay).orElse(Long.MAX_VALUE);
      long tickNs = limits.isLimited() || placement.isChanging() ? LIMIT_TICK_NS : pauseNs();
      if (stopRequested.await(Math.min(tickNs, leftNs), TimeUnit.NANOSECONDS)) {
        return EndReason.STOPPED;
      }
      if (limits.reached()) {
        return limits.packetsReached() ? EndReason.PACKET_LIMIT : EndReason.BYTE_LIMIT;
      }
      if (leftNs <= 0) {
        return EndReason.DURATION;
      }
      if (crew.failure().isPresent()) {
        notes.add("a reader failed: " + crew.failure().get());
        return EndReason.READER_FAILED;
      }
      placement.tick();
      if (System.nanoTime() - secondBegan >= SECOND_NS) {
        secondBegan = System.nanoTime();
        updateClock();
        heartbeat(secondBegan);
        if (!anyInterfaceLeft()) {
          return EndReason.INTERFACE_GONE;
        }
        listener.accept(this::progress);
      }
    }
  }

  private long pauseNs() {
    return roundsWithoutPackets < ROUNDS_UNTIL_IDLE ? SECOND_NS : IDLE_ROUND_NS;
  }

  /** Notes how it stands; seldom while nothing comes, since the note would say the same. */
  private void heartbeat(long now) {
    long seen = 0;
    for (InterfaceCapture program : programs) {
      seen += program.counters().sum(Abi.Counters.SEEN);
    }
    roundsWithoutPackets = seen == seenAtHeartbeat ? roundsWithoutPackets + 1 : 0;
    if (roundsWithoutPackets == 0 || now - heartbeatNs >= IDLE_HEARTBEAT_NS) {
      seenAtHeartbeat = seen;
      heartbeatNs = now;
      journal.heartbeat(funnelReader.read());
    }
  }

  private void updateClock() {
    long offset = TaiClock.offsetNs();
    programs.forEach(program -> program.taiOffset(offset));
  }

  private boolean anyInterfaceLeft() {
    for (int id : members.present()) {
      CapturedInterface captured = members.interfaces().get(id);
      if (!isThere(captured, members.programs().get(id)) && members.leave(id)) {
        notes.add(
            "interface %s vanished at %s; what it had seen by then is kept"
                .formatted(captured.name(), Instant.now()));
      }
    }
    return plan.isFollowing() || !members.present().isEmpty();
  }

  private static boolean isThere(CapturedInterface captured, InterfaceCapture program) {
    return captured.pod().isPresent()
        ? program.isThere()
        : LibC.if_nametoindex(captured.name()) == captured.index();
  }

  /**
   * Captures one more interface, from now on, with the filter that judges now. Segments that do not
   * describe it are sealed before a packet of it is counted. From any thread.
   *
   * @throws ChangeRefusedException when the capture does not run, or has as many as it can have
   * @throws PointRefusedException when its capture point cannot be had
   */
  public void add(CapturedInterface wanted) throws ChangeRefusedException, PointRefusedException {
    filter.join(
        judge -> {
          if (members.size() == plan.most()) {
            throw new ChangeRefusedException(
                "%s is not captured: a capture has at most %d interfaces, those that have gone included; start another job"
                    .formatted(wanted.name(), plan.most()));
          }
          CapturedInterface captured = wanted.named(members.freeName(wanted.name()));
          InterfaceCapture program = attach(captured, judge);
          members.add(captured, program);
          blocks.edition(supply.renewAll());
          limits.reserve(
              (blocks.prelude().length + blocks.statisticsBytes()) * (long) crew.threads().size());
          begin(program);
        });
  }

  private InterfaceCapture attach(CapturedInterface captured, Optional<BoundFilter> judge)
      throws PointRefusedException {
    AtomicReference<PointRefusedException> refusal = new AtomicReference<>();
    Supplier<InterfaceCapture> attaching =
        () -> {
          try {
            return ladder.attach(members.size(), captured.index(), captured.device(), judge);
          } catch (PointRefusedException e) {
            refusal.set(e);
            return null;
          }
        };
    InterfaceCapture program =
        captured.pod().isPresent()
            ? captured.pod().get().network().call(attaching)
            : attaching.get();
    if (program == null) {
      throw refusal.get();
    }
    return program;
  }

  private void begin(InterfaceCapture program) throws ChangeRefusedException {
    try {
      journal.begin();
    } catch (CaptureRefusedException e) {
      members.leave(program.interfaceId());
      throw new ChangeRefusedException(e.getMessage(), e);
    }
    program.taiOffset(TaiClock.offsetNs());
    program.openGate();
    if (limits.reached()) {
      program.closeGate();
    }
  }

  /** Captures a pod's interfaces no more; their counts stay. From any thread. */
  public void leave(String podUid) {
    for (int id : members.present()) {
      if (members
          .interfaces()
          .get(id)
          .pod()
          .filter(in -> in.pod().uid().equals(podUid))
          .isPresent()) {
        members.leave(id);
      }
    }
  }

  /** The uids of pods of which an interface is captured now; from any thread. */
  public Set<String> pods() {
    return members.pods();
  }

  /** No packet is counted or written any more when this returns. */
  private void endCapture() throws InterruptedException {
    filter.ended();
    programs.forEach(InterfaceCapture::closeGate);
    programs.forEach(InterfaceCapture::detach);
    Quiescence.await();
    crew.stop();
  }

  /** Empties the rings on this thread: what the limits allow goes to segments. */
  private void drain() throws InterruptedException {
    List<Ring> all = rings.rings();
    FinalCut cut = new FinalCut(all);
    List<Long> ends =
        limits.isLimited()
            ? cut.within(
                limits.packetsLeft(limits.written() - limits.discardedPackets() - cut.count()),
                limits.bytesLeft())
            : all.stream().map(Ring::producedAcquire).toList();
    for (ReaderThread thread : crew.threads()) {
      ReaderAgent reader = thread.agent();
      for (Ring ring : crew.ringsOf(reader.number())) {
        drain(reader, ring, ends.get(ring.index()));
        reader.letGo(ring, ring.producedAcquire(), FunnelTerm.AFTER_LIMIT);
      }
      reader.seal();
    }
  }

  private void drain(ReaderAgent reader, Ring ring, long end) throws InterruptedException {
    long deadline = System.nanoTime() + plan.spool().patience().toNanos();
    while (!reader.drain(ring, end)) {
      if (System.nanoTime() > deadline) {
        reader.letGo(ring, end, FunnelTerm.SPOOL_FULL);
        return;
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  /** Nanoseconds, of which a duration of centuries has more than fit. */
  private static long atMostADay(Duration left) {
    return left.compareTo(DAY) < 0 ? left.toNanos() : DAY.toNanos();
  }

  private Optional<Duration> left() {
    return duration.map(whole -> whole.minus(elapsed()));
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startedNs);
  }

  /** How it stands now. */
  public CaptureProgress progress() {
    return new CaptureProgress(
        elapsed(),
        left(),
        funnelReader.read(),
        spool.used() * spool.budget().segmentBytes(),
        delivery.deliveredBytes(),
        delivery.trouble());
  }

  /** Which CPUs receive and read, and why; from any thread. */
  public PlacementReport placement() {
    return placement.report();
  }

  /** Everything there is to know now, from any thread, until {@link #close}. */
  public AgentStatus status() {
    AgentStatus.Phase now = phase;
    return statusReader.read(
        now, now == AgentStatus.Phase.STARTING ? 0 : elapsed().toNanos() / NS_PER_SECOND);
  }

  /** When the gates opened. */
  public Instant startedAt() {
    return startedAt;
  }

  /** The filter and its sets, to be changed from any thread while the capture runs. */
  public LiveFilter filter() {
    return filter;
  }

  /** Detaches whatever is attached and frees everything, whether or not it was ever started. */
  @Override
  public void close() {
    programs.forEach(InterfaceCapture::detach);
    placement.close();
    try {
      crew.stop();
      crew.close();
      supply.finish();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    delivery.giveUp();
    filter.close();
    programs.forEach(InterfaceCapture::close);
    rings.close();
    spool.close();
    store.close();
  }
}
