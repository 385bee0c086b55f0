// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * A network namespace, known by a file through which it can be entered and by its own number, since
 * the file's process may be another one tomorrow. Nothing is kept open: a namespace in which nobody
 * lives any more goes.
 *
 * @param file such as {@code /proc/4711/ns/net}
 * @param id the kernel's name of it, such as {@code net:[4026532281]}
 */
public record NetworkNamespace(Path file, String id) {

  /** The namespace behind a file; empty when its process has gone or may not be looked at. */
  public static Optional<NetworkNamespace> of(Path file) {
    try {
      return Optional.of(new NetworkNamespace(file, Files.readSymbolicLink(file).toString()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Does something inside, on a thread of its own, which ends with it: a thread stays in the
   * namespace that it has entered.
   *
   * @throws KernelException when it cannot be entered, or is another one by now
   */
  public <T> T call(Supplier<T> action) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("ringtail-namespace")
        .start(
            () -> {
              try {
                enter();
                result.complete(action.get());
              } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
              }
            });
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private void enter() {
    int fd =
        KernelException.check(
            LibC.open(file.toString(), LibC.O_CLOEXEC, 0), "cannot open network namespace " + file);
    try {
      if (of(Path.of("/proc/self/fd/" + fd)).filter(now -> now.id.equals(id)).isEmpty()) {
        throw new KernelException(
            "network namespace %s is not %s any more".formatted(file, id), KernelException.ENOENT);
      }
      KernelException.check(
          LibC.setns(fd, LibC.CLONE_NEWNET), "cannot enter network namespace " + file);
    } finally {
      LibC.close(fd);
    }
  }
}
