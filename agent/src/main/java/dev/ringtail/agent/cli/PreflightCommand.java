// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.preflight.Check;
import dev.ringtail.agent.preflight.Preflight;
import dev.ringtail.agent.preflight.PreflightReport;
import dev.ringtail.agent.preflight.PreflightRequest;
import dev.ringtail.crds.v1alpha1.Buffer;
import dev.ringtail.crds.v1alpha1.Capture;
import dev.ringtail.crds.value.ByteCount;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ringtail-agent preflight}: what this host can do. */
@Command(
    name = "preflight",
    description = "Says what this host can do, and why not where it can't.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  captures can run: on all interfaces named, or on one where none is named",
      "  3  they cannot; each failed check says what to do"
    })
public final class PreflightCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = {"-i", "--interface"},
      paramLabel = "NAME",
      description =
          "interface to look at, or a glob; may be given several times; default: all but lo")
  private List<String> interfaces = List.of();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "memory for the rings of all CPUs; default 256Mi")
  private ByteCount memory = Buffer.DEFAULT.memory();

  @Option(
      names = "--spool",
      paramLabel = "DIR",
      description = "folder for segments before they are delivered; default /var/lib/ringtail")
  private Path spool = Path.of("/var/lib/ringtail");

  @Option(
      names = "--spool-size",
      paramLabel = "SIZE",
      description = "most bytes of the spool; default 4Gi")
  private ByteCount spoolSize = Buffer.DEFAULT.spool();

  @Option(names = "--json", description = "the checks as one JSON object")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    boolean named = !interfaces.isEmpty();
    PreflightReport report =
        Preflight.look(
            new PreflightRequest(
                named ? InterfaceCatalog.resolve(interfaces) : InterfaceCatalog.all(),
                named,
                memory.bytes(),
                Capture.DEFAULT.snapLength(),
                spool,
                spoolSize.bytes()));
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(document(report)));
    } else {
      print(report, out);
    }
    out.flush();
    return (report.canCapture() ? ExitCode.COMPLETE : ExitCode.REFUSED).code();
  }

  private static void print(PreflightReport report, PrintWriter out) {
    for (String subject : report.subjects()) {
      out.println(subject);
      for (Check check : report.of(subject)) {
        out.printf(
            "  %-8s %-13s %s%s%n",
            check.verdict().word(),
            check.name(),
            check.finding(),
            check.remedy().isEmpty() ? "" : "; " + check.remedy());
      }
    }
    out.println(verdict(report));
  }

  private static String verdict(PreflightReport report) {
    if (report.canCapture()) {
      return "captures can run"
          + (report.unusableInterfaces().isEmpty()
              ? ""
              : ", but not on " + String.join(", ", report.unusableInterfaces()));
    }
    return report.isUsable(Check.NODE)
        ? report.unusableInterfaces().isEmpty()
            ? "captures cannot run: there is no interface but lo"
            : "captures cannot run on " + String.join(", ", report.unusableInterfaces())
        : "captures cannot run on this node";
  }

  private static Map<String, Object> document(PreflightReport report) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("canCapture", report.canCapture());
    document.put("checks", report.checks().stream().map(PreflightCommand::document).toList());
    return document;
  }

  private static Map<String, Object> document(Check check) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("subject", check.subject());
    document.put("check", check.name());
    document.put("verdict", check.verdict().word());
    document.put("finding", check.finding());
    document.put("remedy", check.remedy());
    return document;
  }
}
