// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.operator.http;

import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import java.util.stream.Stream;

/** Where metrics about jobs come from. Safe to use from several threads, once started. */
public interface Figures {
  /** All jobs. */
  Stream<CaptureJob> jobs();

  /** The nodes' parts of all jobs. */
  Stream<NodeCapture> captures();

  /** How many jobs wait for their turn on a node. */
  int waiting();
}
