package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

/** What is done to a part before it is signed: {@code {body|sha256|hex}}. */
public enum Filter {
  MD5(bytes -> Hash.MD5.digest(bytes)),
  SHA1(bytes -> Hash.SHA1.digest(bytes)),
  SHA256(bytes -> Hash.SHA256.digest(bytes)),
  SHA384(bytes -> Hash.SHA384.digest(bytes)),
  SHA512(bytes -> Hash.SHA512.digest(bytes)),
  /** CRC-32 as a decimal number. */
  CRC32(
      bytes -> {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return utf8(Long.toString(sum.getValue()));
      }),
  HEX(bytes -> utf8(HexFormat.of().formatHex(bytes))),
  BASE64(bytes -> Base64.getEncoder().encode(bytes)),
  BASE64URL(bytes -> Base64.getUrlEncoder().withoutPadding().encode(bytes)),
  LOWER(bytes -> utf8(text(bytes).toLowerCase(Locale.ROOT))),
  UPPER(bytes -> utf8(text(bytes).toUpperCase(Locale.ROOT))),
  /** Compatibility decomposition of Unicode, NFKD. */
  NFKD(bytes -> utf8(Normalizer.normalize(text(bytes), Normalizer.Form.NFKD))),
  /** As a JSON string with its quotes. */
  JSON(
      bytes -> {
        StringBuilder out = new StringBuilder();
        JsonTree.quote(text(bytes), out);
        return utf8(out.toString());
      }),
  /** JSON written compactly with sorted keys; what is no JSON stays as it is. */
  SORTED_JSON(
      bytes ->
          JsonTree.parse(bytes)
              .map(
                  tree -> {
                    StringBuilder out = new StringBuilder();
                    JsonTree.writeSorted(tree, out);
                    return utf8(out.toString());
                  })
              .orElse(bytes));

  private final UnaryOperator<byte[]> function;

  Filter(UnaryOperator<byte[]> function) {
    this.function = function;
  }

  byte[] apply(byte[] bytes) {
    return function.apply(bytes);
  }

  /** Reads {@code sorted-json} and the like. */
  static Filter parse(String text) {
    return Optional.of(text)
        .filter(word -> word.equals(word.toLowerCase(Locale.ROOT)))
        .flatMap(
            word -> {
              for (Filter filter : values()) {
                if (filter.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(word)) {
                  return Optional.of(filter);
                }
              }
              return Optional.empty();
            })
        .orElseThrow(
            () ->
                new SpecMistake(
                    "after | stands md5, sha1, sha256, sha384, sha512, crc32, hex, base64,"
                        + " base64url, lower, upper, nfkd, json or sorted-json"));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
