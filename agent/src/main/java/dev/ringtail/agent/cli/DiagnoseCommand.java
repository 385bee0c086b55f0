// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.capture.FunnelTerm;
import dev.ringtail.agent.diagnose.Diagnosis;
import dev.ringtail.agent.diagnose.Finding;
import dev.ringtail.agent.diagnose.Observation;
import dev.ringtail.agent.diagnose.StatusClient;
import dev.ringtail.agent.http.ManagementAddress;
import dev.ringtail.crds.value.TimeSpan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ringtail-agent diagnose}: which stage of a running capture is full. */
@Command(
    name = "diagnose",
    description =
        "Watches a running capture and says which stage is full, how that is known, and what to"
            + " try.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class DiagnoseCommand implements Callable<Integer> {
  private static final double MS_PER_SECOND = 1000;

  @Spec private CommandSpec command;
  @ArgGroup private Target target = new Target();

  @Option(names = "--watch", paramLabel = "TIME", description = "how long to watch; default 5s")
  private TimeSpan watch = TimeSpan.of("5s");

  @Option(names = "--json", description = "the findings as one JSON object")
  private boolean json;

  /** Which agent; the endpoint's port is another way to name it. */
  static final class Target extends AgentChoice {
    @Option(
        names = "--port",
        paramLabel = "PORT",
        description = "the agent whose management endpoint is on this port of 127.0.0.1")
    private Integer port;
  }

  @Override
  public Integer call() throws InterruptedException, JsonProcessingException {
    String url = url();
    Observation seen;
    try {
      seen = new StatusClient(url).watch(watch.duration().toMillis() / MS_PER_SECOND);
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandException(
          ExitCode.REFUSED,
          ("the agent at %s does not answer: %s; it may have ended, or it is in another network"
                  + " namespace: nsenter -t PID -n ringtail-agent diagnose")
              .formatted(url, e.getMessage()),
          e);
    }
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(document(seen)));
    } else {
      print(seen, out);
    }
    out.flush();
    return ExitCode.COMPLETE.code();
  }

  private String url() {
    if (target.port != null) {
      return "http://127.0.0.1:" + target.port;
    }
    Path spool = target.chosenSpool();
    try {
      return ManagementAddress.of(spool).url();
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.REFUSED,
          "no agent with a management endpoint works in %s; start it with --management-port 0"
              .formatted(spool),
          e);
    }
  }

  private static void print(Observation seen, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "run %s, watched for %.1f s: %,.0f packets/s seen, %,.0f lost%n",
        seen.after().run(),
        seen.seconds(),
        seen.rate(seen.packets(FunnelTerm.SEEN)),
        seen.rate(seen.lost()));
    for (Finding finding : Diagnosis.of(seen)) {
      out.printf("%n%-4s  %-7s  %s%n", finding.severity(), lower(finding.stage()), finding.what());
      out.printf("      known by: %s%n", finding.evidence());
      if (!finding.advice().isEmpty()) {
        out.printf("      try: %s%n", finding.advice());
      }
    }
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> document(Observation seen) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("run", seen.after().run());
    document.put("seconds", seen.seconds());
    document.put("seen", seen.packets(FunnelTerm.SEEN));
    document.put("lost", seen.lost());
    document.put("findings", Diagnosis.of(seen).stream().map(DiagnoseCommand::document).toList());
    return document;
  }

  private static Map<String, String> document(Finding finding) {
    Map<String, String> document = new LinkedHashMap<>();
    document.put("severity", lower(finding.severity()));
    document.put("stage", lower(finding.stage()));
    document.put("what", finding.what());
    document.put("evidence", finding.evidence());
    document.put("advice", finding.advice());
    return document;
  }
}
