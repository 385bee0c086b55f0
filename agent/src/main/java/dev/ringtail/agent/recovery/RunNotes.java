// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.agent.recovery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ringtail.agent.manifest.Manifest;
import dev.ringtail.agent.upload.ObjectRecord;
import dev.ringtail.agent.upload.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The notes of one run in its spool folder. Each file is replaced or appended to as a whole, so
 * that a reader after a crash finds an old state or a new one. In the object list each death may
 * leave one torn line, which is passed over: a write that crosses a page is cut short by SIGKILL.
 *
 * <pre>
 *   RUN.run.json         {@link RunRecord}, from before the capture
 *   RUN.heartbeat.json   {@link Heartbeat}, each second
 *   RUN.objects          {@link ObjectRecord}, a line each, as the store confirms them
 *   RUN.result.json      the run's entry in the manifest, once it has ended
 * </pre>
 */
public final class RunNotes {
  private static final String RECORD = ".run.json";
  private static final String HEARTBEAT = ".heartbeat.json";
  private static final String OBJECTS = ".objects";
  private static final String UNFINISHED = ".new";
  private static final String RESULT = ".result.json";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Path folder;
  private final String run;

  public RunNotes(Path folder, String run) {
    this.folder = folder;
    this.run = run;
  }

  /** The notes of all runs in a folder that have a record, oldest first. */
  public static List<RunNotes> in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(RECORD))
          .map(name -> name.substring(0, name.length() - RECORD.length()))
          .sorted()
          .map(run -> new RunNotes(folder, run))
          .toList();
    }
  }

  public String run() {
    return run;
  }

  /** Writes the record, on disk when this returns. */
  public void begin(RunRecord record) throws IOException {
    replace(RECORD, MAPPER.writeValueAsBytes(record), true);
  }

  public RunRecord record() throws IOException {
    return MAPPER.readValue(file(RECORD).toFile(), RunRecord.class);
  }

  /** Not forced to disk: it is for the death of a process, not of a machine. */
  public void heartbeat(Heartbeat heartbeat) throws IOException {
    replace(HEARTBEAT, MAPPER.writeValueAsBytes(heartbeat), false);
  }

  public Optional<Heartbeat> heartbeat() throws IOException {
    return Files.exists(file(HEARTBEAT))
        ? Optional.of(MAPPER.readValue(file(HEARTBEAT).toFile(), Heartbeat.class))
        : Optional.empty();
  }

  /** Adds an object that the store has confirmed; on disk when this returns. */
  public void delivered(ObjectRecord object) {
    try (FileChannel channel =
        FileChannel.open(
            file(OBJECTS),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      String line = (endsInLine(channel) ? "" : "\n") + MAPPER.writeValueAsString(object) + "\n";
      channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), channel.size());
      channel.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note a delivered object in " + file(OBJECTS), e);
    }
  }

  /** False when the last line is torn, which must not be continued. */
  private static boolean endsInLine(FileChannel channel) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    return channel.size() == 0
        || (channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n');
  }

  /** The objects noted so far. */
  public List<ObjectRecord> objects() throws IOException {
    if (!Files.exists(file(OBJECTS))) {
      return List.of();
    }
    List<ObjectRecord> objects = new ArrayList<>();
    String content = new String(Files.readAllBytes(file(OBJECTS)), StandardCharsets.UTF_8);
    content.lines().forEach(line -> whole(line).ifPresent(objects::add));
    return objects;
  }

  private static Optional<ObjectRecord> whole(String line) {
    try {
      return Optional.of(MAPPER.readValue(line, ObjectRecord.class));
    } catch (JsonProcessingException torn) {
      return Optional.empty();
    }
  }

  /** Notes the run's entry in the manifest, for manifests of later runs of the same job. */
  public void end(Manifest.Run result) throws IOException {
    replace(RESULT, MAPPER.writeValueAsBytes(result), true);
    Files.deleteIfExists(file(HEARTBEAT));
  }

  /** The run's entry in the manifest; empty if the run did not come to its end. */
  public Optional<Manifest.Run> result() throws IOException {
    return Files.exists(file(RESULT))
        ? Optional.of(MAPPER.readValue(file(RESULT).toFile(), Manifest.Run.class))
        : Optional.empty();
  }

  /** Removes all notes; for a run of which nothing is left to do or to remember. */
  public void forget() throws IOException {
    for (String ending : List.of(HEARTBEAT, OBJECTS, RESULT, RECORD)) {
      Files.deleteIfExists(file(ending));
      Files.deleteIfExists(file(ending + UNFINISHED));
    }
  }

  private Path file(String ending) {
    return folder.resolve(run + ending);
  }

  private void replace(String ending, byte[] content, boolean force) throws IOException {
    WholeFile.replace(file(ending), file(ending + UNFINISHED), content, force);
  }
}
