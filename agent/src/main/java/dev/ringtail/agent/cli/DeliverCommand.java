// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.cli;

import dev.ringtail.agent.control.ControlSocket;
import dev.ringtail.agent.http.ManagementAddress;
import dev.ringtail.agent.recovery.SpoolRecovery;
import dev.ringtail.agent.spool.SpoolException;
import dev.ringtail.agent.spool.SpoolLock;
import dev.ringtail.agent.upload.StoreException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringtail-agent deliver}: finishes what a dead agent, or a failing store, has left. */
@Command(
    name = "deliver",
    description =
        "Delivers what earlier runs left in a spool: after a crash, or when a store was down.",
    mixinStandardHelpOptions = true)
public final class DeliverCommand implements Callable<Integer> {
  @Option(
      names = "--spool",
      paramLabel = "DIR",
      required = true,
      description = "the spool folder of the earlier runs")
  private Path spool;

  @Override
  public Integer call() throws InterruptedException {
    if (!Files.isDirectory(spool)) {
      throw CommandException.refused(
          "there is no spool folder %s; name the one that the earlier run printed"
              .formatted(spool));
    }
    List<SpoolRecovery.Recovered> recovered = recover(spool.toAbsolutePath());
    report(recovered, System.out);
    if (recovered.isEmpty()) {
      System.out.println("nothing to deliver in " + spool);
    }
    return ExitCode.COMPLETE.code();
  }

  /**
   * Finishes the runs that a spool holds, if any; the folder need not exist.
   *
   * @throws CommandException when they could not be finished
   */
  static List<SpoolRecovery.Recovered> recover(Path folder) throws InterruptedException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (SpoolLock lock = SpoolLock.take(folder)) {
      ManagementAddress.forget(lock.folder());
      ControlSocket.forget(lock.folder());
      return new SpoolRecovery(lock.folder(), new StandaloneStores()).recover();
    } catch (SpoolException e) {
      throw new CommandException(ExitCode.REFUSED, e.getMessage(), e);
    } catch (StoreException | IOException e) {
      throw new CommandException(
          ExitCode.UNDELIVERED,
          "spool %s holds segments that were not delivered: %s".formatted(folder, e.getMessage()),
          e);
    }
  }

  /** A line for each run that was finished. */
  static void report(List<SpoolRecovery.Recovered> recovered, PrintStream out) {
    for (SpoolRecovery.Recovered run : recovered) {
      out.printf("run %s was finished: %d objects delivered now%n", run.run(), run.objects());
      run.notes().forEach(note -> out.println("note: " + note));
    }
  }
}
