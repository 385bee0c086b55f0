// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.recovery;

import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.spool.AbandonedSegments;
import dev.ringtail.agent.spool.SealedSegment;
import dev.ringtail.agent.upload.ObjectDigest;
import dev.ringtail.agent.upload.ObjectRecord;
import dev.ringtail.agent.upload.ObjectStore;
import dev.ringtail.agent.upload.SegmentPacker;
import dev.ringtail.agent.upload.SegmentScan;
import dev.ringtail.agent.upload.StoreException;
import dev.ringtail.agent.upload.StoreOpener;
import dev.ringtail.pcapng.BlockFault;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finishes runs that did not finish themselves: seals what was open at its last intact record,
 * delivers what the store does not have, and writes the manifest. May be interrupted and repeated
 * at any point; an object is delivered and listed once.
 */
public final class SpoolRecovery {
  private final Path folder;
  private final StoreOpener stores;

  /**
   * @param folder the spool, on which the caller holds the lock
   */
  public SpoolRecovery(Path folder, StoreOpener stores) {
    this.folder = folder;
    this.stores = stores;
  }

  /**
   * What was found and done.
   *
   * @param run the run that had not finished
   * @param objects delivered now
   * @param notes a sentence for each thing that people should know
   */
  public record Recovered(String run, int objects, List<String> notes) {}

  /**
   * Finishes every run of the spool.
   *
   * @throws StoreException when a store refuses; what was not delivered is still in the spool
   */
  public List<Recovered> recover() throws IOException, StoreException, InterruptedException {
    List<Recovered> recovered = new ArrayList<>();
    for (RunNotes notes : RunNotes.in(folder)) {
      recovered.add(finish(notes));
    }
    return recovered;
  }

  private Recovered finish(RunNotes notes)
      throws IOException, StoreException, InterruptedException {
    RunRecord record = notes.record();
    List<SealedSegment> segments = new AbandonedSegments(folder, notes.run()).seal();
    List<String> remarks = new ArrayList<>();
    int delivered = 0;
    try (ObjectStore store = stores.open(record.output());
        SegmentPacker packer = new SegmentPacker(record.output().segment().compression())) {
      Set<String> known = new HashSet<>();
      notes.objects().forEach(object -> known.add(object.key()));
      for (SealedSegment segment : segments) {
        if (deliver(store, packer, notes, record, segment, known, remarks)) {
          delivered++;
        }
      }
      int aborted = store.abortUnfinished(record.keyPrefix());
      if (aborted > 0) {
        remarks.add("%d unfinished uploads were removed from the store".formatted(aborted));
      }
      putManifest(store, notes, record, remarks);
    }
    notes.forget();
    return new Recovered(notes.run(), delivered, remarks);
  }

  private boolean deliver(
      ObjectStore store,
      SegmentPacker packer,
      RunNotes notes,
      RunRecord record,
      SealedSegment segment,
      Set<String> known,
      List<String> remarks)
      throws IOException, StoreException, InterruptedException {
    SegmentScan scan = scanIntact(segment, record.interfaces().size(), remarks);
    boolean isNew = scan.packets().stream().mapToLong(Long::longValue).sum() > 0;
    if (isNew) {
      SegmentPacker.Packed packed = packer.pack(segment, scan.digest());
      ObjectRecord object = ObjectRecord.of(record.keyPrefix(), packed, scan);
      store.put(object.key(), packed.file(), packed.digest());
      packer.unpack(segment, packed);
      if (known.add(object.key())) {
        notes.delivered(object);
      }
    }
    Files.deleteIfExists(segment.path());
    return isNew;
  }

  /** Cuts the file in front of its first broken block, if it has one. */
  private static SegmentScan scanIntact(SealedSegment segment, int interfaces, List<String> remarks)
      throws IOException {
    if (Files.size(segment.path()) == 0) {
      return new SegmentScan(new ObjectDigest(0, ""), List.of(), 0, 0, 0, BlockFault.NONE);
    }
    SegmentScan scan = SegmentScan.of(segment.path(), interfaces);
    if (scan.fault() == BlockFault.NONE) {
      return scan;
    }
    remarks.add(
        "%s was cut at byte %d, since %s"
            .formatted(segment.name().fileName(), scan.intactBytes(), scan.fault().sentence()));
    try (RandomAccessFile file = new RandomAccessFile(segment.path().toFile(), "rw")) {
      file.setLength(scan.intactBytes());
      file.getFD().sync();
    }
    return SegmentScan.of(segment.path(), interfaces);
  }

  private void putManifest(
      ObjectStore store, RunNotes notes, RunRecord record, List<String> remarks)
      throws IOException, StoreException, InterruptedException {
    List<ObjectRecord> objects = notes.objects();
    Optional<Manifest.Run> ended = notes.result();
    Manifest.Run run =
        ended.isPresent()
            ? ended.get().withAllDelivered(perInterface(record, objects), remarks)
            : InterruptedRun.describe(record, notes.heartbeat(), objects, remarks);
    Manifest manifest =
        new Manifest(
            Manifest.VERSION,
            record.namespace(),
            record.job(),
            record.uid(),
            record.node(),
            true,
            run.lossless(),
            List.of(run),
            objects.stream()
                .map(object -> Manifest.Listed.of(object, record.interfaces()))
                .toList());
    store.putDocument(
        record.keyPrefix() + Manifest.FILE_NAME, manifest.toJson(), "application/json");
  }

  private static Map<String, Long> perInterface(RunRecord record, List<ObjectRecord> objects) {
    Map<String, Long> packets = new LinkedHashMap<>();
    for (int i = 0; i < record.interfaces().size(); i++) {
      int id = i;
      packets.put(
          record.interfaces().get(i),
          objects.stream().mapToLong(object -> object.packets().get(id)).sum());
    }
    return packets;
  }
}
