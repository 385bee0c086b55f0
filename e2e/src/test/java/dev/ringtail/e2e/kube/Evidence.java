// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e.kube;

import dev.ringtail.e2e.Command;
import dev.ringtail.e2e.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After a test that failed, writes what the cluster says about it to {@code e2e/target/kind}; then
 * removes the test's namespace.
 */
final class Evidence implements AfterTestExecutionCallback {
  private static final Path FOLDER = Project.ROOT.resolve("e2e/target/kind");

  private final Supplier<Namespace> namespace;

  Evidence(Supplier<Namespace> namespace) {
    this.namespace = namespace;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) throws IOException {
    if (context.getExecutionException().isPresent()) {
      collect(
          FOLDER.resolve(
              context.getRequiredTestClass().getSimpleName()
                  + "."
                  + context.getRequiredTestMethod().getName()));
    }
    namespace.get().delete();
  }

  private static void collect(Path folder) throws IOException {
    Files.createDirectories(folder);
    keep(folder, "objects.yaml", "get", "capturejobs,nodecaptures", "-A", "-o", "yaml");
    keep(folder, "pods.txt", "get", "pods", "-A", "-o", "wide");
    keep(folder, "agents.yaml", "-n", Helm.NAMESPACE, "get", "daemonsets,pods", "-o", "yaml");
    keep(folder, "events.txt", "get", "events", "-A", "--sort-by=.lastTimestamp");
    String[] logs = {"--prefix", "--tail=-1", "--ignore-errors"};
    keep(folder, "operator.log", words(logs, "app.kubernetes.io/name=ringtail-operator"));
    keep(folder, "agents.log", words(logs, "app.kubernetes.io/name=ringtail-agent"));
    System.err.println("what the cluster says about it is in " + folder);
  }

  private static String[] words(String[] options, String selector) {
    return new String[] {
      "-n", Helm.NAMESPACE, "logs", options[0], options[1], options[2], "-l", selector
    };
  }

  private static void keep(Path folder, String file, String... words) throws IOException {
    Command.Result result = Kubectl.run(words);
    Files.writeString(folder.resolve(file), result.output());
  }
}
