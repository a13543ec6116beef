package dev.gatehouse.receive.signature;

import java.util.List;

/** Where the token stands. */
public sealed interface TokenPlace {
  /** In a header, behind a beginning that may be empty. */
  record InHeader(HeaderName name, String prefix) implements TokenPlace {}

  /** A text in a JSON body. */
  record InJson(List<String> keys) implements TokenPlace {
    public InJson {
      keys = List.copyOf(keys);
    }
  }

  /** The whole body. */
  record WholeBody() implements TokenPlace {}
}
