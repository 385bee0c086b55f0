// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.pcap;

import dev.ringtail.filter.CompiledFilter;
import dev.ringtail.filter.FilterException;
import dev.ringtail.filter.LinkType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text in tcpdump's language to a compiled filter. */
public final class PcapCompiler {

  private static final int DLT_EN10MB = 1;
  private static final int DLT_RAW = 12;

  private static final Pattern OPTION =
      Pattern.compile("\\s*(?<option>--?(?<name>[A-Za-z][-\\w]*))");

  private PcapCompiler() {}

  /**
   * Compiles the text for packets of the link type.
   *
   * @throws FilterException if libpcap refuses the text, in its words, or if the text names a host,
   *     which libpcap would ask the resolver for
   */
  public static CompiledFilter compile(String text, LinkType linkType) throws FilterException {
    int nul = text.indexOf('\0');
    if (nul >= 0) {
      throw new FilterException(text, nul, "a filter has no NUL characters", null, null);
    }
    refuseOption(text);
    HostNames.refuse(text);
    int dataLinkType =
        switch (linkType) {
          case ETHERNET -> DLT_EN10MB;
          case RAW_IP -> DLT_RAW;
        };
    ClassicProgram program;
    try {
      program = new ClassicProgram(LibPcap.compile(text, dataLinkType, ClassicProgram.SNAP_LENGTH));
    } catch (LibPcap.RefusedException e) {
      throw new FilterException(text, 0, "libpcap says: " + e.getMessage(), null, null);
    }
    if (program.asksDirection()) {
      throw new FilterException(
          text,
          0,
          "inbound and outbound are not known to a filter",
          "a capture direction beside the filter instead",
          null);
    }
    return new PcapFilter(text, linkType, program);
  }

  /** Text that looks like a program's option ends here, where its place is known. */
  private static void refuseOption(String text) throws FilterException {
    Matcher option = OPTION.matcher(text);
    if (option.lookingAt() && !HostNames.isKeyword(option.group("name"))) {
      throw new FilterException(
          text,
          option.start("option"),
          "syntax error: \"%s\" is an option, not a filter".formatted(option.group("option")),
          "an expression such as \"tcp port 443\"",
          null);
    }
  }
}
