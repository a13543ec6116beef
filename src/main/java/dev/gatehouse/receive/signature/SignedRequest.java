package dev.gatehouse.receive.signature;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;

/**
 * What a signature can be about.
 *
 * @param method in upper case
 * @param url the public URL as the provider was told it, with the query string as received; never
 *     rebuilt from Host or forwarding headers
 * @param body as received, before any decoding
 */
public record SignedRequest(String method, String url, Headers headers, RawBody body) {
  @Override
  public String toString() {
    return method + " with " + body;
  }
}
