// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.control.Request;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ringtail-agent set}: the sets that the filter of a running capture asks. */
@Command(
    name = "set",
    description =
        "Changes and shows the sets that the filter of a running capture asks (in @NAME).",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  ringtail-agent set add pods 10.244.1.17 10.244.2.0/24 fd00::17",
      "  ringtail-agent set del pods 10.244.1.17",
      "  ringtail-agent set list pods"
    })
public final class SetCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name what to do with a set: add, del or list");
  }

  @Command(
      name = "add",
      description = "Adds to a set: addresses, prefixes, numbers or MAC addresses.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int add(
      @Parameters(paramLabel = "NAME", description = "the set, as in @NAME") String name,
      @Parameters(paramLabel = "VALUE", arity = "1..*", description = "what to add")
          List<String> values,
      @Mixin AgentChoice agent) {
    return ask(agent, new Request.AddToSet(name, values));
  }

  @Command(
      name = "del",
      description = "Removes from a set.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int del(
      @Parameters(paramLabel = "NAME", description = "the set, as in @NAME") String name,
      @Parameters(paramLabel = "VALUE", arity = "1..*", description = "what to remove")
          List<String> values,
      @Mixin AgentChoice agent) {
    return ask(agent, new Request.RemoveFromSet(name, values));
  }

  @Command(
      name = "list",
      description = "Shows what a set holds, one a line.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int list(
      @Parameters(paramLabel = "NAME", description = "the set, as in @NAME") String name,
      @Mixin AgentChoice agent) {
    return ask(agent, new Request.ListSet(name));
  }

  private int ask(AgentChoice agent, Request request) {
    return new ControlAsker(agent).ask(request, spec.commandLine().getOut());
  }
}
