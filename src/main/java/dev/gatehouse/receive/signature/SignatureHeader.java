package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a signature header holds, taken apart. */
sealed interface SignatureHeader {
  /** Longer than any provider's header with several signatures in it. */
  int MAX_LENGTH = 4096;

  /** Bounds the work: no provider has more than a handful of secrets in force at once. */
  int MAX_ELEMENTS = 64;

  /**
   * @param digests each of the hash's length; at least one
   * @param timestamp the text of the timestamp element, where the format has one
   */
  record Parsed(List<byte[]> digests, @Nullable String timestamp) implements SignatureHeader {}

  /** The same from a place that need not be a header, with the operator's values. */
  static SignatureHeader parse(
      Place place,
      String value,
      SignatureFormat format,
      int digestBytes,
      Map<String, String> configured) {
    HeaderName name =
        place instanceof Place.Header header ? header.name() : HeaderName.of("signature");
    if (value.length() > MAX_LENGTH) {
      return broken(name, "is longer than a signature can be");
    }
    return format instanceof SignatureFormat.Slots slots
        ? SlotReading.of(name, value, slots, digestBytes, configured)
        : parse(name, value, format, digestBytes);
  }

  record Broken(Verification.Refused why) implements SignatureHeader {}

  static SignatureHeader parse(
      HeaderName header, String value, SignatureFormat format, int digestBytes) {
    if (value.length() > MAX_LENGTH) {
      return broken(header, "is longer than a signature can be");
    }
    return switch (format) {
      case SignatureFormat.Whole whole -> whole(header, value, whole, digestBytes);
      case SignatureFormat.Listed listed -> listed(header, value, listed, digestBytes);
      case SignatureFormat.Slots slots ->
          SlotReading.of(header, value, slots, digestBytes, Map.of());
    };
  }

  private static SignatureHeader whole(
      HeaderName header, String value, SignatureFormat.Whole format, int digestBytes) {
    byte[] digest = new byte[digestBytes];
    if (!value.startsWith(format.prefix())
        || !format.encoding().decode(value, format.prefix().length(), digest)) {
      return broken(header, "does not hold one signature of the expected form");
    }
    return new Parsed(List.of(digest), null);
  }

  private static SignatureHeader listed(
      HeaderName header, String value, SignatureFormat.Listed format, int digestBytes) {
    List<byte[]> digests = new ArrayList<>(2);
    String timestamp = null;
    int elements = 0;
    for (int start = 0; start <= value.length(); ) {
      int end = value.indexOf(format.separator(), start);
      end = end < 0 ? value.length() : end;
      if (++elements > MAX_ELEMENTS) {
        return broken(header, "holds more elements than a signature can have");
      }
      String element = value.substring(start, end).strip();
      start = end + 1;
      if (format.carriesTimestamp() && element.startsWith(format.timestampPrefix())) {
        if (timestamp != null) {
          return broken(header, "holds two timestamps");
        }
        timestamp = element.substring(format.timestampPrefix().length());
      } else if (element.startsWith(format.signaturePrefix())) {
        byte[] digest = new byte[digestBytes];
        // One that does not decode is passed over: a roll may mix forms, and another may be good.
        if (format.encoding().decode(element, format.signaturePrefix().length(), digest)) {
          digests.add(digest);
        }
      }
    }
    if (digests.isEmpty()) {
      return broken(header, "holds no signature of the expected form and version");
    }
    if (format.carriesTimestamp() && timestamp == null) {
      return broken(header, "holds no timestamp");
    }
    return new Parsed(digests, timestamp);
  }

  static Broken broken(HeaderName header, String what) {
    return new Broken(Refusals.malformed(header, what));
  }
}
