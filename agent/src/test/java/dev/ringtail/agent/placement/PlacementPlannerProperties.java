// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringtail.agent.placement.PlacementPlan.InterruptMove;
import dev.ringtail.agent.placement.PlacementPlan.Reader;
import dev.ringtail.agent.placement.PlacementPolicy.Lists;
import dev.ringtail.agent.placement.PlacementPolicy.Split;
import dev.ringtail.agent.placement.PlacementRequest.Hook;
import dev.ringtail.agent.topology.CpuSet;
import dev.ringtail.agent.topology.NodeTopology;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds for every plan on every machine. */
class PlacementPlannerProperties {
  private static final int TRIES = 1500;

  @Property(tries = TRIES)
  void shouldGiveEveryRingAReaderAndEveryReceiveCpuARing(@ForAll long seed) {
    Case it = new Case(seed);
    PlacementPlan plan = it.plan;
    assertThat(plan.readers()).isNotEmpty();
    assertThat(plan.ringCpus().isEmpty()).isFalse();
    assertThat(it.node.cpus().online().containsAll(plan.ringCpus())).isTrue();
    assertThat(plan.readerOfRing().keySet()).containsExactlyElementsOf(plan.ringCpus());
    assertThat(plan.readerOfRing().values())
        .allMatch(reader -> reader >= 0 && reader < plan.readers().size());
    assertThat(plan.ringCpus().containsAll(plan.receiveCpus())).isTrue();
    // Until an interrupt has moved, packets arrive where it fired before.
    CpuSet before = new Draft(it).receivesNow();
    assertThat(plan.ringCpus().containsAll(before)).isTrue();
    if (it.request.hook() == Hook.STACK) {
      assertThat(plan.ringCpus()).isEqualTo(it.node.cpus().online());
    }
  }

  @Property(tries = TRIES)
  void shouldUseNoCpuTwiceAndOnlyThoseAllowed(@ForAll long seed) {
    Case it = new Case(seed);
    List<CpuSet> pinned =
        it.plan.readers().stream().filter(Reader::pinned).map(Reader::cpus).toList();
    if (!floating(it.plan)) {
      assertThat(pinned).doesNotHaveDuplicates();
    }
    CpuSet reach =
        it.plan.applies() instanceof Lists
            ? it.node.allowed().reachable(it.node.cpus().online())
            : it.node.usable();
    for (Reader reader : it.plan.readers()) {
      assertThat(reader.cpus().isEmpty()).isFalse();
      assertThat(reach.containsAll(reader.cpus())).isTrue();
      boolean onlyExclusiveAllowed =
          it.node.allowed().reachable(it.node.cpus().online()).minus(exclusive(it)).isEmpty()
              || it.node.allowed().usable().intersect(it.node.housekeeping()).isEmpty();
      assertThat(reader.cpus().intersects(exclusive(it)) && !onlyExclusiveAllowed).isFalse();
    }
    for (InterruptMove move : it.plan.moves()) {
      assertThat(move.to().size()).isOne();
      assertThat(exclusive(it).intersects(move.to())).isFalse();
      assertThat(it.plan.receiveCpus().containsAll(move.to())).isTrue();
      assertThat(it.node.cpus().online().containsAll(move.to())).isTrue();
    }
    assertThat(it.plan.serviceCpus().isEmpty()).isFalse();
  }

  @Property(tries = TRIES)
  void shouldKeepReadersOfASplitOffTheCoresThatReceive(@ForAll long seed) {
    Case it = new Case(seed);
    if (!(it.plan.applies() instanceof Split)) {
      return;
    }
    CpuSet targets =
        it.plan.moves().stream().map(InterruptMove::to).reduce(CpuSet.EMPTY, CpuSet::union);
    CpuSet readers = it.plan.pinnedReaderCpus();
    assertThat(readers.size()).isEqualTo(it.plan.readers().size());
    assertThat(readers.intersects(it.node.cpus().withSiblings(targets))).isFalse();
    assertThat(readers.size()).isEqualTo(targets.size());
    if (it.request.maxCpus() > 0) {
      assertThat(readers.size() + targets.size()).isLessThanOrEqualTo(it.request.maxCpus());
    }
    // Each target's reader is its own, and no nearer reader would have been free of it.
    assertThat(targets.stream().map(cpu -> it.plan.readerOfRing().get(cpu)).distinct().count())
        .isEqualTo(targets.size());
  }

  @Property(tries = TRIES)
  void shouldKeepToNumbersAskedFor(@ForAll long seed) {
    Case it = new Case(seed);
    if (it.request.readers() > 0) {
      assertThat(it.plan.readers().size()).isLessThanOrEqualTo(it.request.readers());
    }
    if (it.request.maxCpus() > 0) {
      assertThat(it.plan.readers().size()).isLessThanOrEqualTo(it.request.maxCpus());
    }
  }

  @Property(tries = TRIES)
  void shouldChangeNothingOnTheNodeUnlessAskedTo(@ForAll long seed) {
    Case it = new Case(seed);
    boolean mayChange = it.plan.applies() instanceof Split || it.plan.applies() instanceof Lists;
    assertThat(it.plan.changesNode() && !mayChange).isFalse();
    assertThat(PlacementPlanner.follow(it.node, it.plan).changesNode()).isFalse();
  }

  @Property(tries = TRIES)
  void shouldFollowWithAReaderForEveryRingAndNoMoreReadersThanBefore(
      @ForAll long seed, @ForAll long later) {
    Case it = new Case(seed);
    PlacementPlan followed = PlacementPlanner.follow(it.node, it.plan);
    assertThat(followed.readerOfRing().keySet()).containsExactlyElementsOf(followed.ringCpus());
    assertThat(followed.readers()).isNotEmpty().hasSizeLessThanOrEqualTo(it.plan.readers().size());
    assertThat(new Draft(it).receivesNow()).isEqualTo(followed.receiveCpus());
  }

  @Property(tries = TRIES)
  void shouldExplainItself(@ForAll long seed) {
    Case it = new Case(seed);
    assertThat(it.plan.reasons()).isNotEmpty().allMatch(reason -> reason.endsWith("."));
    assertThat(it.plan.roles())
        .map(CpuRole::cpu)
        .containsExactlyElementsOf(it.node.cpus().online());
    assertThat(PlacementPlanner.plan(it.node, it.request)).isEqualTo(it.plan);
  }

  @Property(tries = 300)
  void shouldOfferAutoWiderSplitsOnly(@ForAll long seed) {
    Case it = new Case(seed);
    List<PlacementPlan> candidates = PlacementPlanner.autoCandidates(it.node, it.request);
    assertThat(candidates.getFirst().changesNode()).isFalse();
    assertThat(candidates.stream().skip(1).map(plan -> plan.receiveCpus().size()))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  private static CpuSet exclusive(Case it) {
    return it.node.kubelet().exclusive();
  }

  private static boolean floating(PlacementPlan plan) {
    return plan.applies() instanceof PlacementPolicy.Observe;
  }

  /** A machine and a request of one seed. */
  private static final class Case {
    private final NodeTopology node;
    private final PlacementRequest request;
    private final PlacementPlan plan;

    Case(long seed) {
      RandomNodes random = new RandomNodes(seed);
      node = random.node();
      request = random.request(node);
      plan = PlacementPlanner.plan(node, request);
    }
  }

  private record Draft(Case it) {
    CpuSet receivesNow() {
      return new PlanDraft(it.node, it.request).receivesNow();
    }
  }
}
