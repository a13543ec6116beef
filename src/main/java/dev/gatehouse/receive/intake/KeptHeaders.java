package dev.gatehouse.receive.intake;

import dev.gatehouse.event.Headers;
import dev.gatehouse.receive.signature.LiveSecret;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Picks the headers that are stored with an event, and blanks a secret that got into one. */
final class KeptHeaders {
  private static final int MAX_VALUE = 1024;
  private static final int TRACEPARENT = 55;

  private KeptHeaders() {}

  static Headers of(Headers all, Set<String> kept, List<LiveSecret> secrets) {
    List<Headers.Field> picked = new ArrayList<>(8);
    for (Headers.Field field : all.fields()) {
      if (kept.contains(field.name()) && isSound(field)) {
        picked.add(mask(field, secrets));
      }
    }
    return new Headers(picked);
  }

  private static boolean isSound(Headers.Field field) {
    return field.value().length() <= MAX_VALUE
        && (!field.name().equalsIgnoreCase("traceparent") || isTraceparent(field.value()));
  }

  /** W3C Trace Context, section 3.2: version 00, ids in lower-case hex and not all zero. */
  static boolean isTraceparent(String value) {
    if (value.length() != TRACEPARENT || !value.startsWith("00-")) {
      return false;
    }
    return isHex(value, 3, 35)
        && value.charAt(35) == '-'
        && isHex(value, 36, 52)
        && value.charAt(52) == '-'
        && isHex(value, 53, 55)
        && hasOtherThanZero(value, 3, 35)
        && hasOtherThanZero(value, 36, 52);
  }

  private static boolean isHex(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasOtherThanZero(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) != '0') {
        return true;
      }
    }
    return false;
  }

  private static Headers.Field mask(Headers.Field field, List<LiveSecret> secrets) {
    for (LiveSecret secret : secrets) {
      if (!secret.secret().isBlank() && field.value().contains(secret.secret().value())) {
        return new Headers.Field(field.name(), "***");
      }
    }
    return field;
  }
}
