package dev.gatehouse.receive.extract;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Strict UTF-8: the JSON parser lets ill-formed text pass in the parts it skips. */
final class Utf8 {
  private Utf8() {}

  /** True for well-formed UTF-8 without a NUL byte. */
  static boolean isSound(byte[] bytes) {
    int i = 0;
    while (i < bytes.length) {
      byte b = bytes[i];
      if (b == 0) {
        return false;
      }
      if (b < 0) {
        return isSoundFrom(bytes, i);
      }
      i++;
    }
    return true;
  }

  private static boolean isSoundFrom(byte[] bytes, int start) {
    for (int i = start; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        return false;
      }
    }
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, bytes.length - start));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Decodes strictly; NUL is allowed. */
  static Optional<String> decode(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** Where the text begins: 3 behind a byte order mark, else 0. */
  static int afterMark(byte[] bytes) {
    boolean marked =
        bytes.length >= 3
            && bytes[0] == (byte) 0xEF
            && bytes[1] == (byte) 0xBB
            && bytes[2] == (byte) 0xBF;
    return marked ? 3 : 0;
  }
}
