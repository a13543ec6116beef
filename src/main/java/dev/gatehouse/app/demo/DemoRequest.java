package dev.gatehouse.app.demo;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One thing a provider does.
 *
 * @param title what it shows
 * @param source whose URL it is posted to
 * @param secret the name of the secret it is signed with
 * @param headers besides the signature
 * @param signedAgo how old the signature is when it is sent
 * @param copies how many are sent at the same moment
 * @param fate what is to become of it (of the first copy that is stored)
 */
record DemoRequest(
    String title,
    String source,
    String secret,
    Headers headers,
    RawBody body,
    Duration signedAgo,
    int copies,
    Fate fate) {

  static DemoRequest of(
      String title, String source, String secret, Headers headers, String body, Fate fate) {
    RawBody bytes = new RawBody(body.getBytes(StandardCharsets.UTF_8));
    return new DemoRequest(title, source, secret, headers, bytes, Duration.ZERO, 1, fate);
  }

  DemoRequest signedWith(String otherSecret) {
    return new DemoRequest(title, source, otherSecret, headers, body, signedAgo, copies, fate);
  }

  DemoRequest signed(Duration ago) {
    return new DemoRequest(title, source, secret, headers, body, ago, copies, fate);
  }

  DemoRequest atOnce(int count) {
    return new DemoRequest(title, source, secret, headers, body, signedAgo, count, fate);
  }
}
