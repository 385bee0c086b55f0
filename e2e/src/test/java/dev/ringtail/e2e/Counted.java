// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What programs that are not Ringtail's reader find in the objects of a folder. */
public record Counted(List<Path> files, JsonNode json) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  public static Counted in(Path folder) {
    List<Path> files = objects(folder);
    if (files.isEmpty()) {
      return new Counted(files, MAPPER.createObjectNode().put("packets", 0));
    }
    List<String> words = new ArrayList<>(List.of(Project.tool("ringtail-pcapcount")));
    files.forEach(file -> words.add(file.toString()));
    try {
      return new Counted(files, MAPPER.readTree(Command.ok(words.toArray(String[]::new))));
    } catch (JsonProcessingException e) {
      throw new AssertionError("ringtail-pcapcount printed no JSON", e);
    }
  }

  static List<Path> objects(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(file -> file.toString().endsWith(".pcapng")).sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public long packets() {
    return json.get("packets").asLong();
  }

  public long at(String... path) {
    JsonNode node = json;
    for (String name : path) {
      node = node.get(name);
    }
    return node.asLong();
  }

  /** Packets of an interface block of this name. */
  public long ofInterface(String name) {
    return named("interfaces", "name", name);
  }

  /** Packets to a UDP port. */
  public long toPort(int port) {
    return named("ports", "port", "" + port);
  }

  private long named(String list, String key, String value) {
    for (JsonNode one : json.get(list)) {
      if (one.get(key).asText().equals(value)) {
        return one.get("packets").asLong();
      }
    }
    return 0;
  }

  /** The sum of what capinfos counts, which also opens every file. */
  public long byCapinfos() {
    List<String> words = new ArrayList<>(List.of("capinfos", "-T", "-r", "-M", "-c"));
    files.forEach(file -> words.add(file.toString()));
    return Command.ok(words.toArray(String[]::new))
        .lines()
        .filter(line -> line.contains(".pcapng\t"))
        .mapToLong(line -> Long.parseLong(line.split("\t")[1]))
        .sum();
  }
}
