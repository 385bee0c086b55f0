// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.CaptureProgress;
import dev.ringtail.agent.capture.CaptureResult;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.status.InterfaceStatus;
import java.util.List;
import java.util.function.Supplier;

/** Tells the user how a capture goes and what became of it. */
interface ProgressReport {
  int STANDARD_ERROR = 2;

  /** The management endpoint answers on this port of 127.0.0.1. */
  void managedAt(int port);

  /** How CPUs are placed; called about once a second, and says what is new. */
  void placed(PlacementReport placement);

  /**
   * The gates are open.
   *
   * @param interfaces where each is captured
   */
  void started(CapturePlan plan, List<InterfaceStatus> interfaces);

  /** Called about once a second; reads the figures only when it shows them. */
  void progress(Supplier<CaptureProgress> figures);

  void finished(CaptureResult result);

  /** JSON if asked for, else a line that is drawn over on a terminal, else a line now and then. */
  static ProgressReport choose(boolean json) {
    if (json) {
      return new JsonReport(System.out);
    }
    return new TextReport(System.out, System.err, LibC.isatty(STANDARD_ERROR) == 1);
  }
}
