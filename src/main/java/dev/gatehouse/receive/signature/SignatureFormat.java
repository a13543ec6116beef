package dev.gatehouse.receive.signature;

import java.util.List;

/** How signatures are written in their header; {@link FormatGrammar} reads it from a small text. */
public sealed interface SignatureFormat {
  /** How the digest is written. */
  TextEncoding encoding();

  /** True when the time of signing is one of the elements. */
  boolean carriesTimestamp();

  /** Reads {@code sha256={hex}} and the like; see {@link FormatGrammar}. */
  static SignatureFormat parse(String text) {
    return FormatGrammar.parse(text);
  }

  /** The whole header is one signature: {@code sha256={hex}}. */
  record Whole(String prefix, TextEncoding encoding) implements SignatureFormat {
    @Override
    public boolean carriesTimestamp() {
      return false;
    }
  }

  /**
   * Elements with a separator: {@code t={timestamp},v1={hex}}, or a list {@code v1,{base64} …}. An
   * element is known by its beginning; blanks around elements do not count; unknown elements are
   * passed over; the signature may repeat, the timestamp may not.
   *
   * @param order for signing: which elements come in which order
   */
  record Listed(
      char separator,
      String signaturePrefix,
      TextEncoding encoding,
      List<Element> order,
      String timestampPrefix)
      implements SignatureFormat {
    public Listed {
      order = List.copyOf(order);
    }

    /** What an element holds. */
    public enum Element {
      TIMESTAMP,
      SIGNATURE
    }

    @Override
    public boolean carriesTimestamp() {
      return order.contains(Element.TIMESTAMP);
    }
  }
}
