package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes a value of the {@link SignatureFormat.Slots} form apart. */
final class SlotReading {
  private SlotReading() {}

  static SignatureHeader of(
      HeaderName header,
      String value,
      SignatureFormat.Slots format,
      int digestBytes,
      Map<String, String> configured) {
    if (!value.startsWith(format.literals().getFirst())) {
      return SignatureHeader.broken(header, "does not begin as expected");
    }
    int at = format.literals().getFirst().length();
    List<byte[]> digests = new ArrayList<>(2);
    String timestamp = null;
    for (int i = 0; i < format.slots().size(); i++) {
      boolean last = i == format.slots().size() - 1;
      String next = format.literals().get(i + 1);
      int end =
          !last
              ? value.indexOf(next, at)
              : value.endsWith(next) ? value.length() - next.length() : -1;
      if (end < at) {
        return SignatureHeader.broken(header, "does not have the expected form");
      }
      String text = value.substring(at, end);
      at = end + next.length();
      switch (format.slots().get(i).what()) {
        case TIMESTAMP -> timestamp = text;
        case ANY -> {}
        case CONFIGURED -> {
          if (!text.equals(configured.get(format.slots().get(i).name()))) {
            return SignatureHeader.broken(header, "names another account or key than ours");
          }
        }
        case SIGNATURE -> {
          if (!signatures(text, format, digestBytes, digests)) {
            return SignatureHeader.broken(header, "holds more elements than a signature can have");
          }
        }
      }
    }
    return finished(header, digests, timestamp);
  }

  private static SignatureHeader finished(
      HeaderName header, List<byte[]> digests, @Nullable String timestamp) {
    return digests.isEmpty()
        ? SignatureHeader.broken(header, "holds no signature of the expected form")
        : new SignatureHeader.Parsed(digests, timestamp);
  }

  private static boolean signatures(
      String text, SignatureFormat.Slots format, int digestBytes, List<byte[]> digests) {
    int elements = 0;
    for (int start = 0; start <= text.length(); ) {
      int end = format.repeat() == 0 ? -1 : text.indexOf(format.repeat(), start);
      end = end < 0 ? text.length() : end;
      if (++elements > SignatureHeader.MAX_ELEMENTS) {
        return false;
      }
      byte[] digest = new byte[digestBytes];
      if (format.encoding().decode(text.substring(start, end).strip(), 0, digest)) {
        digests.add(digest);
      }
      start = end + 1;
    }
    return true;
  }
}
