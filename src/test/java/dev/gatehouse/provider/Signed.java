package dev.gatehouse.provider;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignedRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request and what its receiver holds.
 *
 * @param headers in the order sent
 * @param secrets as an operator would paste them
 * @param spots texts in the headers, the URL or the body of which no character may change: the
 *     signature, a signed time, a signed id
 * @param coversBody whether a change of the body must be noticed
 * @param coversTime whether the time of signing is among what is signed
 */
public record Signed(
    String method,
    String url,
    Map<String, String> headers,
    byte[] body,
    List<String> secrets,
    List<String> spots,
    boolean coversBody,
    boolean coversTime) {
  static final String URL = "https://hooks.example.test/in/shop?account=7";

  SignedRequest request() {
    List<Headers.Field> fields = new ArrayList<>();
    headers.forEach((name, value) -> fields.add(new Headers.Field(name, value)));
    return new SignedRequest(method, url, new Headers(fields), new RawBody(body));
  }

  List<LiveSecret> live() {
    return secrets.stream().map(secret -> LiveSecret.of("pasted", secret)).toList();
  }

  Signed withBody(byte[] other) {
    return new Signed(method, url, headers, other, secrets, spots, coversBody, coversTime);
  }

  Signed withUrl(String other) {
    return new Signed(method, other, headers, body, secrets, spots, coversBody, coversTime);
  }

  Signed withSecrets(List<String> others) {
    return new Signed(method, url, headers, body, others, spots, coversBody, coversTime);
  }

  Signed withHeader(String name, String value) {
    Map<String, String> other = new LinkedHashMap<>(headers);
    other.put(name, value);
    return new Signed(method, url, other, body, secrets, spots, coversBody, coversTime);
  }
}
