// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.crds.v1alpha1.NodeTarget;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.v1alpha1.PodTarget;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.Selector;
import dev.ringtail.crds.v1alpha1.SelectorRequirement;
import dev.ringtail.crds.v1alpha1.Target;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parts of a job in the words of the command line that would make them. */
final class SpecWords {
  private SpecWords() {}

  static String target(Target target) {
    if (target.nodes() != null) {
      NodeTarget nodes = target.nodes();
      String interfaces =
          nodes.interfaces().stream().map(name -> " -i " + name).collect(Collectors.joining());
      return (nodes.selector() == null
              ? names("node/", nodes.names())
              : "--nodes -l " + selector(nodes.selector()))
          + interfaces;
    }
    PodTarget pods = target.pods();
    return pods.selector() == null
        ? names("pod/", pods.names())
        : "-l " + selector(pods.selector());
  }

  private static String names(String kind, List<String> names) {
    return names.stream().map(name -> kind + name).collect(Collectors.joining(" "));
  }

  private static String selector(Selector selector) {
    String text =
        Stream.concat(
                selector.matchLabels().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(label -> label.getKey() + "=" + label.getValue()),
                selector.matchExpressions().stream().map(SpecWords::requirement))
            .collect(Collectors.joining(","));
    return text.isEmpty()
        ? "''"
        : text.contains(" ") || text.contains("!") ? "'" + text + "'" : text;
  }

  private static String requirement(SelectorRequirement requirement) {
    String values = String.join(",", requirement.values());
    return switch (requirement.operator()) {
      case IN -> requirement.key() + " in (" + values + ")";
      case NOT_IN -> requirement.key() + " notin (" + values + ")";
      case EXISTS -> requirement.key();
      case DOES_NOT_EXIST -> "!" + requirement.key();
    };
  }

  /** {@code everything} without one. */
  static String filter(Filter filter) {
    if (filter == null) {
      return "everything";
    }
    return filter.chain() == null
        ? "--pcap '%s'".formatted(filter.pcap())
        : "--chain '%s'".formatted(filter.chain());
  }

  static String bucket(Output output) {
    S3Output s3 = output.s3();
    if (s3 == null) {
      return "";
    }
    return "s3://"
        + s3.bucket()
        + (s3.prefix() == null ? "" : "/" + s3.prefix())
        + (s3.endpoint() == null ? "" : " at " + s3.endpoint());
  }
}
