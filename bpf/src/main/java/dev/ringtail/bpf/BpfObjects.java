// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bpf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The compiled BPF objects (ELF, with BTF), for the architecture this JVM runs on. */
public final class BpfObjects {

  /** Programs {@code ringtail_entry} and {@code ringtail_capture} and their maps. */
  public static final String XDP = "ringtail_xdp";

  /**
   * Programs {@code ringtail_ingress}, {@code ringtail_egress} and {@code ringtail_capture} and
   * their maps.
   */
  public static final String TC = "ringtail_tc";

  /** Program {@code ringtail_nop}, which only gives the verdict: the floor of measurements. */
  public static final String NOP = "ringtail_nop";

  private BpfObjects() {}

  /**
   * The bytes of an object, as {@code bpf_object__open_mem} takes them.
   *
   * @param name {@link #XDP}, {@link #TC} or {@link #NOP}; also a good {@code object_name} for
   *     libbpf
   * @throws IllegalArgumentException if there is no such object for this architecture
   */
  public static byte[] read(String name) {
    String resource = architecture(System.getProperty("os.arch")) + "/" + name + ".bpf.o";
    try (InputStream in = BpfObjects.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException(
            "BPF object "
                + resource
                + " is not in this build: Ringtail has "
                + XDP
                + ", "
                + TC
                + " and "
                + NOP
                + " for x86_64 and aarch64");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("BPF object " + resource + " cannot be read", e);
    }
  }

  /**
   * Writes an object into a directory, for tools that want a file.
   *
   * @return the file, {@code NAME.bpf.o}
   * @throws IllegalArgumentException if there is no such object for this architecture
   */
  public static Path extract(String name, Path directory) throws IOException {
    return Files.write(directory.resolve(name + ".bpf.o"), read(name));
  }

  /** The kernel's name ({@code uname -m}) for Java's name of an architecture. */
  private static String architecture(String osArch) {
    return osArch.equals("amd64") ? "x86_64" : osArch;
  }
}
