package dev.gatehouse.bench;

import java.nio.ByteBuffer;

/** Finds what matters in the head of an HTTP/1.1 message that is being read into a buffer. */
final class HttpHead {
  private static final byte[] LENGTH = {
    '\n', 'c', 'o', 'n', 't', 'e', 'n', 't', '-', 'l', 'e', 'n', 'g', 't', 'h', ':'
  };

  private HttpHead() {}

  /** The first byte after the empty line; negative when it has not come yet. */
  static int end(ByteBuffer message) {
    int filled = message.position();
    for (int i = 3; i < filled; i++) {
      if (message.get(i) == '\n' && message.get(i - 1) == '\r' && message.get(i - 2) == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  /** The status of an answer. */
  static int status(ByteBuffer answer) {
    return number(answer, "HTTP/1.1 ".length(), "HTTP/1.1 200".length());
  }

  /**
   * The value of Content-Length; negative when there is none.
   *
   * @param end of the head
   */
  static int contentLength(ByteBuffer message, int end) {
    for (int i = 0; i < end - LENGTH.length; i++) {
      int matched = 0;
      while (matched < LENGTH.length && lower(message.get(i + matched)) == LENGTH[matched]) {
        matched++;
      }
      if (matched == LENGTH.length) {
        return number(message, i + matched, end);
      }
    }
    return -1;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + 32 : b;
  }

  /** The decimal number at a place, spaces before it allowed. */
  private static int number(ByteBuffer message, int at, int end) {
    int i = at;
    while (i < end && message.get(i) == ' ') {
      i++;
    }
    int value = 0;
    for (; i < end && message.get(i) >= '0' && message.get(i) <= '9'; i++) {
      value = value * 10 + message.get(i) - '0';
    }
    return value;
  }
}
