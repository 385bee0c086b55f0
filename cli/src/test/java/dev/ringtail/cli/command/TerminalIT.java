// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ringtail.cli.testing.PlayedJob;
import dev.ringtail.cli.testing.PlayedNode;
import dev.ringtail.cli.testing.Shop;
import dev.ringtail.cli.testing.TerminalProcess;
import dev.ringtail.crds.v1alpha1.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person sees on a terminal, and that nothing else gets colours or a moving cursor. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TerminalIT {
  private static final String ESCAPE = "\u001b";

  /** So long that a row is longer than a line of the terminal, and is cut there. */
  private static final String LONG = "ip-10-0-1-%d.eu-central-1.compute.internal";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;

  private Shop shop;

  @BeforeAll
  void open() throws Exception {
    shop = new Shop(folder);
  }

  @AfterAll
  void close() {
    shop.close();
  }

  @AfterEach
  void removeJobs() {
    shop.cluster().removeJobs();
  }

  private TerminalProcess start(Map<String, String> variables, String redirection, String... words)
      throws Exception {
    return TerminalProcess.start(folder, variables, redirection, shop.cluster().with(words));
  }

  private TerminalProcess capture(String name, String redirection) throws Exception {
    List<String> words = new ArrayList<>(List.of("capture", "--nodes", "-l", "pool=edge"));
    words.addAll(shop.output());
    words.addAll(List.of("--no-download", "--name", name));
    return start(Map.of(), redirection, words.toArray(String[]::new));
  }

  private PlayedJob begin(List<PlayedNode> nodes) throws Exception {
    PlayedJob job = new PlayedJob(shop.cluster().client(), shop.cluster().awaitJob());
    for (PlayedNode node : nodes) {
      job.plan(node.node());
      job.report(node, Phase.CAPTURING, 0);
    }
    job.phase(Phase.CAPTURING, nodes.size(), List.of());
    return job;
  }

  private static void end(PlayedJob job, List<PlayedNode> nodes) {
    nodes.forEach(node -> job.report(node, Phase.COMPLETED, 0));
    job.phase(Phase.COMPLETED, nodes.size(), List.of());
  }

  private static List<PlayedNode> nodes(int count) {
    return IntStream.range(0, count)
        .mapToObj(LONG::formatted)
        .map(name -> new PlayedNode(name, "eth0").segment(5, 0, 1, 64))
        .toList();
  }

  private static void awaitSeen(TerminalProcess terminal, String text) {
    await(text).atMost(PATIENCE).until(() -> String.join("\n", terminal.seen()).contains(text));
  }

  @Test
  void shouldDrawOneTableInItsPlaceAndLeaveItThere() throws Exception {
    TerminalProcess terminal = capture("drawn", "");
    List<PlayedNode> nodes = nodes(2);
    PlayedJob job = begin(nodes);
    awaitSeen(terminal, "job drawn: Capturing");
    Thread.sleep(1_500); // Once or twice more in the same place.
    end(job, nodes);

    assertThat(terminal.end()).isZero();
    List<String> seen = terminal.seen();
    assertThat(seen).hasSize(6).allMatch(line -> line.length() <= 80 || line.startsWith("job "));
    assertThat(seen.get(0)).isEqualTo("job drawn created");
    assertThat(seen.get(1)).isEqualTo("job drawn: Completed");
    assertThat(seen.get(2)).startsWith("NODE ").contains("PHASE", "PACKETS/S", "PACKETS");
    assertThat(seen.get(3)).startsWith(LONG.formatted(0) + "   Completed");
    assertThat(seen.get(4)).startsWith(LONG.formatted(1) + "   Completed");
    assertThat(seen.get(5)).startsWith("job drawn: no packet was lost");
    assertThat(terminal.told()).contains("job drawn: " + ESCAPE + "[32mCompleted" + ESCAPE + "[0m");
  }

  @Test
  void shouldLeaveNothingOfCtrlC() throws Exception {
    TerminalProcess terminal = capture("stopped", "");
    List<PlayedNode> nodes = nodes(1);
    PlayedJob job = begin(nodes);
    awaitSeen(terminal, "job stopped: Capturing");

    terminal.interrupt();
    awaitSeen(terminal, "stopping job stopped");
    assertThat(shop.cluster().awaitJob().getSpec().stop()).isTrue();
    end(job, nodes);

    assertThat(terminal.end()).isZero();
    assertThat(terminal.told()).contains("^C");
    assertThat(terminal.seen())
        .noneMatch(line -> line.contains("^C"))
        .containsOnlyOnce("job stopped: Completed")
        .doesNotContain("job stopped: Capturing");
  }

  @Test
  void shouldShowOfManyNodesThoseInTroubleAndTheSumOfAll() throws Exception {
    TerminalProcess terminal = capture("many", "");
    List<PlayedNode> nodes = nodes(40);
    PlayedJob job = begin(nodes);
    job.report(nodes.get(39), Phase.CAPTURING, 17);
    awaitSeen(terminal, "all of 40 nodes, 200 packets, 17 dropped");
    Thread.sleep(1_500);
    end(job, nodes);

    assertThat(terminal.end()).isZero();
    assertThat(terminal.seen()).hasSize(25);
    assertThat(terminal.told()).contains(nodes.get(39).node());
    assertThat(terminal.seen().get(1)).isEqualTo("job many: Completed");
    assertThat(terminal.seen().get(23)).startsWith("all of 40 nodes, 200 packets, 0 dropped");
  }

  @Test
  void shouldSayEachThingOnceInAFileThatTakesErrors() throws Exception {
    Path log = folder.resolve("capture.log");
    TerminalProcess terminal = capture("logged", "2>" + log);
    List<PlayedNode> nodes = nodes(1);
    PlayedJob job = begin(nodes);
    await().atMost(PATIENCE).until(() -> Files.readString(log).contains("Capturing"));
    end(job, nodes);

    assertThat(terminal.end()).isZero();
    assertThat(Files.readString(log))
        .doesNotContain(ESCAPE)
        .contains("job logged: Capturing, 1 node, 5 packets, 0 dropped");
    assertThat(terminal.seen()).singleElement().asString().startsWith("job logged: no packet");
  }

  @ParameterizedTest
  @CsvSource({
    "TERM=xterm,'</dev/null',true",
    "NO_COLOR=1,'',false",
    "TERM=dumb,'',false",
    "TERM=xterm,'| cat',false"
  })
  void shouldColourOnTerminalsOnly(String variable, String redirection, boolean isColoured)
      throws Exception {
    String[] parts = variable.split("=", 2);

    TerminalProcess terminal = start(Map.of(parts[0], parts[1]), redirection, "doctor");

    terminal.end();
    assertThat(terminal.told()).containsPattern("ok +(" + ESCAPE + "\\[0m)? ?cluster: ");
    assertThat(terminal.told().contains(ESCAPE)).isEqualTo(isColoured);
  }
}
