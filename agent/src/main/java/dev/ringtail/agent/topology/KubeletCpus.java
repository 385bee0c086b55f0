// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The CPUs that the kubelet's static CPU manager gave to containers alone, from its checkpoint file
 * (pkg/kubelet/cm/cpumanager/state). Without such a file there are none.
 *
 * @param exclusive CPUs of all its entries
 * @param note why the file could not be used, in one sentence
 */
public record KubeletCpus(CpuSet exclusive, Optional<String> note) {
  private static final List<String> PLACES =
      List.of(
          "/var/lib/kubelet/cpu_manager_state",
          "/proc/1/root/var/lib/kubelet/cpu_manager_state"); // from a pod with the host's processes
  private static final Set<String> NO_ENTRIES = Set.of("policyName", "defaultCpuSet", "checksum");

  /** Reads the first checkpoint that can be read. */
  public static KubeletCpus read(HostTree tree) {
    for (String place : PLACES) {
      Optional<String> text = tree.text(place).filter(content -> !content.isEmpty());
      if (text.isPresent()) {
        return parse(place, text.get());
      }
    }
    return new KubeletCpus(CpuSet.EMPTY, Optional.empty());
  }

  private static KubeletCpus parse(String place, String text) {
    try {
      CpuSet exclusive = CpuSet.EMPTY;
      for (Map.Entry<String, JsonNode> field : new ObjectMapper().readTree(text).properties()) {
        if (!NO_ENTRIES.contains(field.getKey())) {
          exclusive = exclusive.union(leaves(field.getValue()));
        }
      }
      return new KubeletCpus(exclusive, Optional.empty());
    } catch (JsonProcessingException | CpuSetFormatException e) {
      String cause =
          e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
      return new KubeletCpus(
          CpuSet.EMPTY,
          Optional.of(
              "The kubelet's exclusive CPUs are unknown because "
                  + place
                  + " cannot be read: "
                  + cause));
    }
  }

  /**
   * The versions of the checkpoint differ in depth (container, pod, original and resized); every
   * text is a list.
   */
  private static CpuSet leaves(JsonNode node) {
    if (node.isTextual()) {
      return CpuSet.parse(node.textValue());
    }
    CpuSet all = CpuSet.EMPTY;
    for (JsonNode child : node) {
      all = all.union(leaves(child));
    }
    return all;
  }
}
