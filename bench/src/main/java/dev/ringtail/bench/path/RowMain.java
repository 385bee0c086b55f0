// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.bench.path;

import dev.ringtail.agent.kernel.Bpf;
import dev.ringtail.agent.kernel.LibC;
import dev.ringtail.bench.ring.BlockFile;
import dev.ringtail.bench.ring.ClassicRing;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;

/**
 * Captures on an interface as a {@link Row} says until it is told to end; packets end at the hook.
 *
 * <pre>RowMain ROW INTERFACE FOLDER</pre>
 */
public final class RowMain {
  private static final int RING_BYTES = 32 << 20;
  private static final long FILE_BYTES = 1L << 30;
  private static final int XDP_DROP = 1;

  private RowMain() {}

  /** See the class. */
  public static void main(String[] args) throws Exception {
    Row row = Row.valueOf(args[0]);
    BitSet cpus = new BitSet();
    if (row.readerCpu != Row.ANYWHERE) {
      cpus.set(row.readerCpu);
    }
    BlockFile file = BlockFile.once(Path.of(args[2], "row.pcapng"), FILE_BYTES);
    ClassicRing ring =
        new ClassicRing(RING_BYTES, Row.RECEIVE_CPU, XDP_DROP, row.style, cpus, file);
    int link =
        Bpf.createLink(
            ring.program(),
            LibC.if_nametoindex(args[1]),
            Bpf.ATTACH_TYPE_XDP,
            Bpf.XDP_FLAGS_DRV_MODE,
            "cannot attach to " + args[1]);
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> finish(end, ended)));
    System.out.println("ready");
    end.await();
    LibC.close(link);
    ring.close();
    ended.countDown();
  }

  private static void finish(CountDownLatch end, CountDownLatch ended) {
    end.countDown();
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
