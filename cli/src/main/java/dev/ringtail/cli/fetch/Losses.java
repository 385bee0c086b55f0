// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.fetch;

import dev.ringtail.cli.text.Amounts;
import dev.ringtail.crds.v1alpha1.ConditionType;
import dev.ringtail.crds.v1alpha1.Drops;
import dev.ringtail.crds.v1alpha1.Funnel;
import dev.ringtail.crds.v1alpha1.InterfaceStatus;
import dev.ringtail.crds.v1alpha1.NodeCapture;
import dev.ringtail.crds.v1alpha1.NodeCaptureStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What the nodes of a job have lost, as they report it.
 *
 * @param packets that matched and are not there
 * @param places a few words for each node with losses or gaps
 */
public record Losses(long packets, List<String> places) {
  public Losses {
    places = List.copyOf(places);
  }

  public static Losses of(List<NodeCapture> nodes) {
    long packets = 0;
    List<String> places = new ArrayList<>();
    for (NodeCapture node : nodes) {
      NodeCaptureStatus status = node.getStatus();
      if (status == null) {
        continue;
      }
      long dropped = status.counts() == null ? 0 : status.counts().dropped();
      packets += dropped;
      List<String> words = new ArrayList<>();
      if (dropped > 0) {
        words.add(Amounts.count(dropped) + causes(status));
      }
      status
          .gaps()
          .forEach(
              gap ->
                  words.add(
                      "nothing captured from %s to %s (%s)"
                          .formatted(gap.from(), gap.to(), gap.reason())));
      if (words.isEmpty()) {
        ConditionType.LOSSLESS
            .in(status.conditions())
            .filter(condition -> condition.getStatus().equals("False"))
            .ifPresent(condition -> words.add(condition.getMessage()));
      }
      if (!words.isEmpty()) {
        places.add(node.getSpec().nodeName() + " " + String.join(", ", words));
      }
    }
    return new Losses(packets, places);
  }

  public boolean isNone() {
    return packets == 0 && places.isEmpty();
  }

  /** For the end of a sentence. */
  public String words() {
    if (isNone()) {
      return "no packet was lost";
    }
    String head =
        packets == 0
            ? "not lossless"
            : Amounts.counted(packets, "packet") + (packets == 1 ? " was lost" : " were lost");
    return head + ": " + String.join("; ", places);
  }

  private static String causes(NodeCaptureStatus status) {
    Drops drops =
        status.interfaces().stream()
            .map(InterfaceStatus::funnel)
            .filter(Objects::nonNull)
            .map(Funnel::dropped)
            .reduce(Drops.NONE, Drops::plus);
    String words =
        byCause(drops).entrySet().stream()
            .filter(cause -> cause.getValue() > 0)
            .map(cause -> cause.getKey() + " " + Amounts.count(cause.getValue()))
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "" : " (" + words + ")";
  }

  /** In the order of the packet's way, named as in the API. */
  public static Map<String, Long> byCause(Drops drops) {
    Map<String, Long> causes = new LinkedHashMap<>();
    causes.put("ringFull", drops.ringFull());
    causes.put("reentered", drops.reentered());
    causes.put("copyFailed", drops.copyFailed());
    causes.put("noRing", drops.noRing());
    causes.put("tailcall", drops.tailcall());
    causes.put("spoolFull", drops.spoolFull());
    causes.put("spoolError", drops.spoolError());
    return causes;
  }
}
