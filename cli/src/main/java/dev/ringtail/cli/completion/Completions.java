// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.completion;

import dev.ringtail.cli.cluster.Cluster;
import dev.ringtail.cli.cluster.ClusterChoice;
import dev.ringtail.cli.cluster.ClusterListing;
import dev.ringtail.cli.cluster.Jobs;
import dev.ringtail.cli.cluster.StorageProfiles;
import dev.ringtail.cli.cluster.TargetWords.Kind;
import dev.ringtail.cli.outcome.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Answers kubectl, which asks {@code kubectl_complete-ringtail} with the words typed so far: a
 * suggestion a line, then a colon and a number that says how the shell goes on, as in cobra, the
 * library of kubectl's own completion.
 */
public final class Completions {
  private static final int FILES = 0;
  private static final int NO_SPACE = 2;
  private static final int NO_FILES = 4;

  private static final Set<String> OF_JOBS = Set.of("download", "describe", "stop", "verify");
  private static final List<String> KINDS = List.of("pod/", "deploy/", "sts/", "ds/", "node/");

  private final CommandLine root;

  public Completions(CommandLine root) {
    this.root = root;
  }

  /** Suggestions, and how the shell goes on. */
  private record Answer(List<String> words, int how) {
    static Answer of(Stream<String> words) {
      return new Answer(words.toList(), NO_FILES);
    }
  }

  /**
   * The lines to print.
   *
   * @param typed the last one is the word at the cursor, perhaps empty
   */
  public List<String> lines(List<String> typed) {
    String current = typed.isEmpty() ? "" : typed.getLast();
    List<String> before = typed.isEmpty() ? List.of() : typed.subList(0, typed.size() - 1);
    Answer answer;
    try {
      answer = answer(before, current);
    } catch (CommandException e) {
      // No cluster, no rights: nothing is suggested, and nothing is printed into the line.
      answer = new Answer(List.of(), NO_FILES);
    }
    List<String> lines =
        new ArrayList<>(answer.words().stream().filter(word -> word.startsWith(current)).toList());
    lines.add(":" + answer.how());
    return lines;
  }

  private Answer answer(List<String> before, String current) {
    CommandLine command = root;
    for (String word : before) {
      command = command.getSubcommands().getOrDefault(word, command);
    }
    Optional<OptionSpec> awaiting =
        before.isEmpty() ? Optional.empty() : option(command, before.getLast());
    if (awaiting.isPresent() && awaiting.get().arity().max() > 0) {
      return values(awaiting.get(), before);
    }
    if (current.startsWith("-")) {
      return Answer.of(
          command.getCommandSpec().options().stream()
              .filter(option -> !option.hidden())
              .map(OptionSpec::longestName));
    }
    if (!command.getSubcommands().isEmpty()) {
      return Answer.of(command.getSubcommands().keySet().stream());
    }
    String name = command.getCommandName();
    if (OF_JOBS.contains(name)) {
      return ask(
          before,
          cluster -> new Jobs(cluster).list().stream().map(job -> job.getMetadata().getName()));
    }
    return name.equals("capture") ? targets(before, current) : new Answer(List.of(), FILES);
  }

  private static Optional<OptionSpec> option(CommandLine command, String word) {
    return Optional.ofNullable(command.getCommandSpec().optionsMap().get(word));
  }

  private Answer values(OptionSpec option, List<String> before) {
    return switch (option.longestName()) {
      case "--namespace", "--operator-namespace" ->
          ask(before, cluster -> new ClusterListing(cluster).namespaces().stream());
      case "--profile" ->
          ask(
              before,
              cluster ->
                  new StorageProfiles(cluster, operatorNamespace(before))
                      .entries().keySet().stream());
      case "--context" -> Answer.of(Cluster.contexts(choice(before)).stream());
      case "--direction" -> Answer.of(Stream.of("Ingress", "Egress", "Both"));
      case "--point" -> Answer.of(Stream.of("Auto", "XdpNative", "XdpExit", "Tc", "XdpGeneric"));
      case "--dry-run" -> Answer.of(Stream.of("client", "server"));
      case "--output" -> Answer.of(Stream.of("wide", "name", "json", "yaml"));
      case "--out", "--kubeconfig" -> new Answer(List.of(), FILES);
      default -> new Answer(List.of(), NO_FILES);
    };
  }

  private Answer targets(List<String> before, String current) {
    int slash = current.indexOf('/');
    if (slash < 0) {
      return new Answer(KINDS, NO_FILES | NO_SPACE);
    }
    String kind = current.substring(0, slash);
    return Kind.of(kind)
        .map(
            known ->
                ask(
                    before,
                    cluster ->
                        new ClusterListing(cluster)
                            .names(known).stream().map(name -> kind + "/" + name)))
        .orElseGet(() -> new Answer(List.of(), NO_FILES));
  }

  private static Answer ask(List<String> before, Function<Cluster, Stream<String>> question) {
    try (Cluster cluster = Cluster.open(choice(before))) {
      return Answer.of(question.apply(cluster));
    }
  }

  private static ClusterChoice choice(List<String> words) {
    return new ClusterChoice(
        after(words, "--kubeconfig").map(Path::of),
        after(words, "--context"),
        after(words, "-n", "--namespace"));
  }

  private static String operatorNamespace(List<String> words) {
    return after(words, "--operator-namespace")
        .or(() -> Optional.ofNullable(System.getenv("RINGTAIL_NAMESPACE")))
        .orElse("ringtail-system");
  }

  /** The value of a flag, as {@code --flag value} or {@code --flag=value}. */
  private static Optional<String> after(List<String> words, String... names) {
    List<String> flags = Arrays.asList(names);
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (flags.contains(word) && i + 1 < words.size()) {
        return Optional.of(words.get(i + 1));
      }
      int sign = word.indexOf('=');
      if (sign > 0 && flags.contains(word.substring(0, sign))) {
        return Optional.of(word.substring(sign + 1));
      }
    }
    return Optional.empty();
  }
}
