// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.explain;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterLanguage;
import dev.ringtail.filter.Hook;
import dev.ringtail.filter.LinkType;
import dev.ringtail.filter.ProgramContract;
import dev.ringtail.filter.SetMap;
import dev.ringtail.filter.SetUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a filter checks, what it costs, and where it can run.
 *
 * @param language of the text
 * @param text the filter
 * @param linkType what packets start with
 * @param checks what is checked, as an outline
 * @param minimalPacketLength fewest bytes of a packet that matches
 * @param sets the sets that it asks
 * @param programs the program of each hook that can run it
 * @param notes what to know about where it runs
 */
public record Explanation(
    FilterLanguage language,
    String text,
    LinkType linkType,
    List<String> checks,
    int minimalPacketLength,
    List<SetUse> sets,
    List<Program> programs,
    List<String> notes) {

  private static final int COUNTER_BYTES = 64;

  /**
   * The program of one hook.
   *
   * @param hook where it runs
   * @param capturePoints the capture points of that hook, as a capture names them
   * @param instructions its length as the kernel counts it
   * @param listing the instructions with comments
   */
  public record Program(Hook hook, List<String> capturePoints, int instructions, String listing) {}

  /** Explains a filter. */
  public static Explanation of(CompiledFilter filter) {
    List<Program> programs = new ArrayList<>();
    for (Hook hook : filter.hooks()) {
      ProgramContract contract = contract(hook, filter);
      programs.add(
          new Program(
              hook,
              capturePoints(hook),
              filter.assemble(contract).instructionCount(),
              filter.listing(contract)));
    }
    return new Explanation(
        filter.language(),
        filter.text(),
        filter.linkType(),
        filter.outline(),
        filter.minimalPacketLength(),
        List.copyOf(filter.sets()),
        programs,
        notes(filter));
  }

  private static List<String> capturePoints(Hook hook) {
    return switch (hook) {
      case XDP -> List.of("XdpNative", "XdpGeneric");
      case TC -> List.of("Tc");
    };
  }

  private static List<String> notes(CompiledFilter filter) {
    List<String> notes = new ArrayList<>();
    if (filter.hooks().isEmpty()) {
      notes.add("asks for the verdict of another program: runs only at the exit of an XDP program");
    }
    if (filter.asksVlan() && filter.hooks().contains(Hook.XDP)) {
      notes.add("asks for VLAN tags: at XDP only where the device leaves them in (rxvlan off)");
    }
    return notes;
  }

  /** A contract whose numbers mean nothing, as the program is only looked at. */
  private static ProgramContract contract(Hook hook, CompiledFilter filter) {
    Map<SetUse, SetMap> sets = new HashMap<>();
    filter.sets().forEach(use -> sets.put(use, new SetMap(0, SetMap.Layout.HASH)));
    return new ProgramContract(hook, 0, COUNTER_BYTES, 0, 8, 16, 24, 0, 1, 2, false, sets);
  }

  /**
   * The explanation as text.
   *
   * @param withListing whether the instructions are listed too
   */
  public String toText(boolean withListing) {
    StringBuilder out = new StringBuilder();
    out.append("filter    ").append(text).append('\n');
    out.append("language  ").append(language.name().toLowerCase()).append('\n');
    out.append(language == FilterLanguage.CHAIN ? "checks\n" : "classic program\n");
    checks.forEach(check -> out.append("  ").append(check).append('\n'));
    out.append("matches   packets of at least ").append(minimalPacketLength).append(" bytes\n");
    for (SetUse set : sets) {
      out.append("asks      @%s, %s%n".formatted(set.name(), set.type()));
    }
    for (Program program : programs) {
      out.append(
          "runs at   %s, %d instructions%n"
              .formatted(String.join(", ", program.capturePoints()), program.instructions()));
    }
    notes.forEach(note -> out.append("note      ").append(note).append('\n'));
    if (withListing) {
      for (Program program : programs) {
        out.append("\n%s%n%s".formatted(program.hook(), program.listing()));
      }
    }
    return out.toString();
  }

  /**
   * The explanation as one JSON object.
   *
   * @param withListing whether the instructions are listed too
   */
  public String toJson(boolean withListing) {
    List<String> hooks = new ArrayList<>();
    for (Program program : programs) {
      String listing = withListing ? ",\"listing\":" + quoted(program.listing()) : "";
      hooks.add(
          "{\"hook\":%s,\"capturePoints\":%s,\"instructions\":%d%s}"
              .formatted(
                  quoted(program.hook().name()),
                  quoted(program.capturePoints()),
                  program.instructions(),
                  listing));
    }
    List<String> asked =
        sets.stream()
            .map(
                set ->
                    "{\"name\":%s,\"type\":%s}"
                        .formatted(quoted(set.name()), quoted(set.type().name())))
            .toList();
    return ("{\"language\":%s,\"filter\":%s,\"linkType\":%s,\"checks\":%s,"
            + "\"minimalPacketLength\":%d,\"sets\":[%s],\"programs\":[%s],\"notes\":%s}")
        .formatted(
            quoted(language.name()),
            quoted(text),
            quoted(linkType.name()),
            quoted(checks),
            minimalPacketLength,
            String.join(",", asked),
            String.join(",", hooks),
            quoted(notes));
  }

  private static String quoted(List<String> texts) {
    return "[" + String.join(",", texts.stream().map(Explanation::quoted).toList()) + "]";
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
