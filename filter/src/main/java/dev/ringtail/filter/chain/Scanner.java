// SPDX-License-Identifier: Apache-2.0
package dev.ringtail.filter.chain;

import dev.ringtail.filter.FilterException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text to tokens, in one pass. */
final class Scanner {

  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*+");
  private static final Pattern NUMBER = Pattern.compile("0[xX][0-9A-Za-z_]*+|[0-9][0-9A-Za-z_]*+");
  private static final Pattern MAC =
      Pattern.compile("[0-9A-Fa-f]{1,2}(?::[0-9A-Fa-f]{1,2}){5}(?![0-9A-Za-z:])");
  private static final Pattern IPV4 =
      Pattern.compile("[0-9]{1,10}(?:\\.[0-9]{1,10}){3}(?![0-9A-Za-z_])");
  private static final Pattern IPV6 =
      Pattern.compile(
          "[0-9A-Fa-f]{0,5}+(?::[0-9A-Fa-f]{0,5}+){2,9}+(?:(?<=:[0-9]{1,3})(?:\\.[0-9]{1,3}){3})?(?![0-9A-Za-z_:])");
  private static final Pattern LENGTH = Pattern.compile("/([0-9]{1,6})(?![0-9A-Za-z_])");
  private static final Pattern SYMBOL =
      Pattern.compile("//|\\.\\.|==|!=|<=|>=|<<|>>|\\|\\||&&|[-/()\\[\\]{}|?*+@,.<>!&%]");

  private final String text;
  private final Matcher matcher;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Scanner(String text) {
    this.text = text;
    this.matcher = SPACE.matcher(text).useTransparentBounds(true);
  }

  /**
   * All tokens, the last of kind END.
   *
   * @throws FilterException at the first character that begins none
   */
  static List<Token> scan(String text) throws FilterException {
    Scanner scanner = new Scanner(text);
    while (scanner.next()) {}
    scanner.tokens.add(new Token(Token.Kind.END, "", text.length(), null));
    return scanner.tokens;
  }

  private boolean next() throws FilterException {
    if (see(SPACE)) {
      at = matcher.end();
    }
    if (at == text.length()) {
      return false;
    }
    int start = at;
    Value value = literal();
    if (value != null) {
      tokens.add(new Token(Token.Kind.VALUE, text.substring(start, at), start, value));
    } else if (see(NAME)) {
      take(Token.Kind.NAME);
    } else if (see(SYMBOL)) {
      take(Token.Kind.SYMBOL);
    } else {
      String hint = text.charAt(at) == '=' ? "==" : null;
      throw new FilterException(
          text, at, "\"%c\" has no meaning here".formatted(text.charAt(at)), null, hint);
    }
    return true;
  }

  private void take(Token.Kind kind) {
    tokens.add(new Token(kind, matcher.group(), at, null));
    at = matcher.end();
  }

  /** The literal here, consumed, or null. */
  private Value literal() throws FilterException {
    int start = at;
    if (see(MAC)) {
      at = matcher.end();
      return Literals.mac(text, start, matcher.group());
    }
    if (see(IPV6)) {
      at = matcher.end();
      return withLength(Literals.ipv6(text, start, matcher.group()), start);
    }
    if (see(IPV4)) {
      at = matcher.end();
      return withLength(Literals.ipv4(text, start, matcher.group()), start);
    }
    if (see(NUMBER)) {
      at = matcher.end();
      return Literals.number(text, start, matcher.group());
    }
    return null;
  }

  private Value withLength(Value address, int start) throws FilterException {
    if (!see(LENGTH)) {
      return address;
    }
    int longest = address instanceof Value.Ipv4 ? 32 : 128;
    int length = Integer.parseInt(matcher.group(1));
    if (length > longest) {
      throw new FilterException(
          text,
          matcher.start(1),
          "a prefix length of %d is too long".formatted(length),
          "0 to " + longest,
          null);
    }
    at = matcher.end();
    return new Value.Prefix(address, length, start);
  }

  private boolean see(Pattern pattern) {
    matcher.usePattern(pattern).region(at, text.length());
    return matcher.lookingAt();
  }
}
