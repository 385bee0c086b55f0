// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.capture.CapturePlan;
import dev.ringtail.agent.capture.CaptureProgress;
import dev.ringtail.agent.capture.CaptureResult;
import dev.ringtail.agent.capture.CapturedInterface;
import dev.ringtail.agent.capture.Funnel;
import dev.ringtail.agent.placement.PlacementReport;
import dev.ringtail.agent.status.InterfaceStatus;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** One JSON object a line: {@code started}, {@code progress} each second, {@code result}. */
final class JsonReport implements ProgressReport {
  private final ObjectMapper mapper = new ObjectMapper();
  private final PrintStream out;
  private PlacementReport placement = PlacementReport.NONE;

  JsonReport(PrintStream out) {
    this.out = out;
  }

  @Override
  public void managedAt(int port) {
    Map<String, Object> line = line("management");
    line.put("port", port);
    print(line);
  }

  @Override
  public void started(CapturePlan plan, List<InterfaceStatus> interfaces) {
    Map<String, Object> line = line("started");
    line.put("interfaces", plan.interfaces().stream().map(CapturedInterface::name).toList());
    line.put("run", plan.identity().run());
    line.put("points", interfaces.stream().map(JsonReport::point).toList());
    print(line);
  }

  @Override
  public void progress(Supplier<CaptureProgress> figures) {
    CaptureProgress progress = figures.get();
    Map<String, Object> line = line("progress");
    line.put("elapsedSeconds", seconds(progress.elapsed()));
    progress.left().ifPresent(left -> line.put("leftSeconds", seconds(left)));
    line.put("funnel", funnel(progress.funnel()));
    line.put("spoolBytes", progress.spoolBytes());
    line.put("deliveredBytes", progress.deliveredBytes());
    line.put("storeTrouble", progress.trouble());
    print(line);
  }

  @Override
  public void placed(PlacementReport report) {
    if (!report.equals(placement)) {
      placement = report;
      Map<String, Object> line = line("placement");
      line.put("placement", report);
      print(line);
    }
  }

  @Override
  public void finished(CaptureResult result) {
    Map<String, Object> line = line("result");
    line.put("reason", result.reason().name());
    line.put("lossless", result.funnel().isLossless());
    line.put("delivered", result.isDelivered());
    line.put("funnel", funnel(result.funnel()));
    line.put("location", result.location());
    line.put("objects", result.objects());
    line.put("notes", result.notes());
    line.put("failures", result.failures());
    print(line);
  }

  private static Map<String, Object> point(InterfaceStatus one) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("interface", one.name());
    json.put("point", one.point());
    json.put("direction", one.direction());
    json.put("refused", one.refused());
    return json;
  }

  private static Map<String, Object> funnel(Funnel funnel) {
    Map<String, Object> interfaces = new LinkedHashMap<>();
    funnel.interfaces().forEach(one -> interfaces.put(one.name(), one.toMap()));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("interfaces", interfaces);
    json.put("total", funnel.total().toMap());
    return json;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static Map<String, Object> line(String type) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("type", type);
    return line;
  }

  private void print(Map<String, Object> line) {
    try {
      out.println(mapper.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of plain values cannot be written as JSON", e);
    }
  }
}
