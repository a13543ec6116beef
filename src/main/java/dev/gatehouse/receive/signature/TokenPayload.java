package dev.gatehouse.receive.signature;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the signed payload stands. */
public sealed interface TokenPayload {
  /** In the token: a JSON object with the claims. */
  record Enclosed() implements TokenPayload {}

  /**
   * Outside: made from the request.
   *
   * @param before the text up to the list of signed headers, or all of it
   * @param headersParameter the parameter of the token's header that lists further signed headers
   *     by name, with commas; each adds {@code Name: value} and a line feed; null: none
   * @param after the text behind that list; null when there is none
   * @param mustSign what has to be in that list
   * @param unencoded the bytes themselves are signed (RFC 7797), not their base64url
   * @param timestamp a time in a signed header; null when there is none
   */
  record Detached(
      Template before,
      @Nullable String headersParameter,
      @Nullable Template after,
      List<HeaderName> mustSign,
      boolean unencoded,
      @Nullable TimestampRule timestamp)
      implements TokenPayload {
    public Detached {
      mustSign = List.copyOf(mustSign);
      if (timestamp != null
          && (timestamp.header() == null || !mustSign.contains(timestamp.header()))) {
        throw new SpecMistake(
            "a timestamp that is not signed proves nothing: put it into must_sign");
      }
    }
  }
}
