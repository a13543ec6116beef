package dev.gatehouse.fuzz;

import java.nio.charset.StandardCharsets;

/** Takes an input apart: pieces end at a zero byte, the last one is what is left. */
final class Chunks {
  private final byte[] input;
  private int at;

  Chunks(byte[] input) {
    this.input = input;
  }

  /** A number below the bound; 0 when nothing is left. */
  int number(int bound) {
    int high = at < input.length ? input[at++] & 0xFF : 0;
    int low = at < input.length ? input[at++] & 0xFF : 0;
    return ((high << 8) | low) % bound;
  }

  /** The next piece as the text of a header: bytes are characters. */
  String text() {
    int from = at;
    while (at < input.length && input[at] != 0) {
      at++;
    }
    String text = new String(input, from, at - from, StandardCharsets.ISO_8859_1);
    at = Math.min(at + 1, input.length);
    return text;
  }

  byte[] rest() {
    byte[] rest = new byte[input.length - at];
    System.arraycopy(input, at, rest, 0, rest.length);
    at = input.length;
    return rest;
  }
}
