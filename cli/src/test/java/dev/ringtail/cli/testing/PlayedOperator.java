// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.testing;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.Phase;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Carries out every job that somebody makes: one node captures for a second, and delivers. */
public final class PlayedOperator implements AutoCloseable {
  private static final long PACE_MS = 100;
  private static final long CAPTURE_MS = 1_000;

  private final Shop shop;
  private final Set<String> seen = new HashSet<>();
  private final Thread thread;
  private volatile boolean isOver;

  public PlayedOperator(Shop shop) {
    this.shop = shop;
    this.thread = Thread.ofPlatform().daemon().name("played-operator").start(this::run);
  }

  private void run() {
    try {
      while (!isOver) {
        for (CaptureJob job :
            shop.cluster()
                .client()
                .resources(CaptureJob.class)
                .inNamespace(shop.cluster().namespace())
                .list()
                .getItems()) {
          if (seen.add(job.getMetadata().getUid())) {
            carryOut(new PlayedJob(shop.cluster().client(), job));
          }
        }
        Thread.sleep(PACE_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void carryOut(PlayedJob job) throws InterruptedException {
    PlayedNode node = new PlayedNode("worker-1", "eth0").segment(100, 0, 1_000, 64);
    job.plan(node.node());
    job.report(node, Phase.CAPTURING, 0);
    job.phase(Phase.CAPTURING, 1, List.of());
    Thread.sleep(CAPTURE_MS);
    job.deliver(shop.bucket(), node);
    job.report(node, Phase.COMPLETED, 0);
    job.phase(Phase.COMPLETED, 1, List.of());
  }

  @Override
  public void close() {
    isOver = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
