package dev.gatehouse.bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes signed requests of one source, each an event of its own about an entity of its own: a
 * template in which the number is patched and over which the HMAC is taken anew (about a
 * microsecond for 1 KB). Not safe for use by several threads; several may share one counter.
 */
final class SignedEvents {
  static final String SOURCE = "bench";
  static final String SECRET = "bench-secret-4f0c2f9be0b24be1";
  static final int BODY_BYTES = 1024;

  private static final int DIGITS = 16;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private static final String BLANK_TEXT = blankText();
  private static final byte[] BLANK = BLANK_TEXT.getBytes(StandardCharsets.US_ASCII);
  private static final int[] BLANK_NUMBERS_AT = {
    BLANK_TEXT.indexOf("evt_") + 4, BLANK_TEXT.indexOf("ord_") + 4
  };

  private final byte[] request;
  private final int bodyAt;
  private final int signatureAt;
  private final int[] numbersAt;
  private final AtomicLong counter;
  private final Mac mac;
  private final byte[] digest = new byte[32];

  SignedEvents(AtomicLong counter) {
    this.counter = counter;
    String head =
        "POST /in/%s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                .formatted(SOURCE)
            + "X-Signature: sha256="
            + "0".repeat(64)
            + "\r\nContent-Length: "
            + BODY_BYTES
            + "\r\n\r\n";
    bodyAt = head.length();
    request = Arrays.copyOf(head.getBytes(StandardCharsets.US_ASCII), bodyAt + BODY_BYTES);
    System.arraycopy(BLANK, 0, request, bodyAt, BODY_BYTES);
    signatureAt = head.indexOf("sha256=") + 7;
    numbersAt = Arrays.stream(BLANK_NUMBERS_AT).map(at -> bodyAt + at).toArray();
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static String blankText() {
    String number = "0".repeat(DIGITS);
    String start =
        "{\"id\":\"evt_%s\",\"type\":\"order.paid\",\"seq\":1,\"order\":{\"id\":\"ord_%s\"},"
                .formatted(number, number)
            + "\"at\":\"2026-11-30T12:00:00Z\",\"total\":1999,\"currency\":\"EUR\",\"note\":\"";
    return start + "lorem ipsum ".repeat(100).substring(0, BODY_BYTES - start.length() - 2) + "\"}";
  }

  /** A counter that no earlier run on the same database has used. */
  static AtomicLong newCounter() {
    return new AtomicLong(System.currentTimeMillis() << 20);
  }

  /** Bytes of every request. */
  int length() {
    return request.length;
  }

  /** Puts the next request into a cleared buffer and flips it. */
  void next(ByteBuffer out) {
    long number = counter.getAndIncrement();
    for (int at : numbersAt) {
      putNumber(request, at, number);
    }
    sign();
    out.clear();
    out.put(request);
    out.flip();
  }

  /** The whole next request, for a single send. */
  byte[] next() {
    ByteBuffer out = ByteBuffer.allocate(request.length);
    next(out);
    return out.array();
  }

  private static void putNumber(byte[] text, int at, long number) {
    for (int i = 0; i < DIGITS; i++) {
      text[at + i] = HEX[(int) (number >>> (60 - 4 * i)) & 15];
    }
  }

  private void sign() {
    mac.update(request, bodyAt, BODY_BYTES);
    try {
      mac.doFinal(digest, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException("SHA-256 has 32 bytes", e);
    }
    for (int i = 0; i < digest.length; i++) {
      request[signatureAt + 2 * i] = HEX[(digest[i] >> 4) & 15];
      request[signatureAt + 2 * i + 1] = HEX[digest[i] & 15];
    }
  }

  /** A body like the ones sent, for rows that are written without HTTP. */
  static byte[] body(long number) {
    byte[] body = BLANK.clone();
    for (int at : BLANK_NUMBERS_AT) {
      putNumber(body, at, number);
    }
    return body;
  }

  static String hex(long number) {
    return HexFormat.of().toHexDigits(number);
  }
}
