// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import dev.ringtail.cli.outcome.CommandException;
import dev.ringtail.cli.outcome.ExitCode;
import dev.ringtail.crds.rule.Scope;
import dev.ringtail.crds.rule.SpecRules;
import dev.ringtail.crds.rule.Violation;
import dev.ringtail.crds.v1alpha1.Capture;
import dev.ringtail.crds.v1alpha1.CaptureJob;
import dev.ringtail.crds.v1alpha1.CaptureJobSpec;
import dev.ringtail.crds.v1alpha1.Filter;
import dev.ringtail.crds.v1alpha1.Limits;
import dev.ringtail.crds.v1alpha1.Output;
import dev.ringtail.crds.v1alpha1.S3Output;
import dev.ringtail.crds.v1alpha1.Target;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Filters;
import dev.ringtail.filter.LinkType;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/** Makes the document of a job from the words of a command line, and holds it against the rules. */
final class JobDocument {
  private static final int LONGEST_STEM = 40;
  private static final int RANDOM_CHARACTERS = 5;

  /** As Kubernetes' own generated names: no vowels, so no words. */
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private JobDocument() {}

  /**
   * @param namespace of the job
   * @throws CommandException if the filter does not compile, or a value breaks a rule of the API
   */
  static CaptureJob of(CaptureOptions options, String namespace, Target target, S3Output store) {
    Filter filter = filter(options);
    CaptureJobSpec spec =
        new CaptureJobSpec(
            target,
            filter,
            new Capture(options.point, options.direction, options.snapLength),
            new Limits(options.duration, options.packets, options.bytes),
            null,
            null,
            new Output(store, null, null),
            null,
            false,
            null);
    List<Violation> violations = SpecRules.check(spec, "spec", Scope.CLUSTER);
    if (!violations.isEmpty()) {
      throw CommandException.usage(
          violations.stream()
              .map(violation -> violation.path() + ": " + violation.message())
              .collect(Collectors.joining("; ")));
    }
    CaptureJob job = new CaptureJob();
    job.setMetadata(
        new ObjectMetaBuilder()
            .withName(options.name == null ? name(options.stem()) : options.name)
            .withNamespace(namespace)
            .build());
    job.setSpec(spec);
    return job;
  }

  private static Filter filter(CaptureOptions options) {
    if (options.chain == null && options.pcap == null) {
      return null;
    }
    if (options.chain != null && options.pcap != null) {
      throw CommandException.usage("name one filter, --chain or --pcap");
    }
    return new Filter(options.chain, options.pcap);
  }

  /**
   * The webhook and the operator compile the filter again; here the answer is there at once.
   *
   * @throws CommandException with the place of what is wrong in it
   */
  static void compile(CaptureOptions options) {
    if (options.chain == null && options.pcap == null) {
      return;
    }
    FilterLanguage language = options.chain == null ? FilterLanguage.PCAP : FilterLanguage.CHAIN;
    String text = options.chain == null ? options.pcap : options.chain;
    try {
      Filters.compile(language, text, LinkType.ETHERNET);
    } catch (FilterException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    } catch (LinkageError e) {
      if (language == FilterLanguage.CHAIN) {
        throw e;
      }
      // Without libpcap here the cluster judges alone.
    }
  }

  private static String name(String stem) {
    String plain =
        stem.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String shortened =
        plain.substring(0, Math.min(LONGEST_STEM, plain.length())).replaceAll("-+$", "");
    StringBuilder name = new StringBuilder(shortened.isEmpty() ? "capture" : shortened).append('-');
    for (int i = 0; i < RANDOM_CHARACTERS; i++) {
      name.append(ALPHABET.charAt(ThreadLocalRandom.current().nextInt(ALPHABET.length())));
    }
    return name.toString();
  }
}
