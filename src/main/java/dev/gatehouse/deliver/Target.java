package dev.gatehouse.deliver;

import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where a destination's events go. */
public sealed interface Target
    permits Target.Http, Target.Lines, InboxTarget, KafkaTarget, HandlerTarget {
  /** The word in the configuration and the API. */
  String kind();

  /** What may be shown of it: no user, no query, no secret. */
  String shown();

  /** How long an attempt may take, with all that belongs to it. */
  Duration timeout();

  /**
   * An HTTP receiver.
   *
   * @param url {@code https}; {@code http} only where {@code allowHttp} or {@code allowPrivate}
   *     says so. No user or password in it. {@link HttpTargetCheck} tells what is wrong with one
   * @param allowPrivate may lie in a private, loopback or otherwise special network
   * @param allowHttp may be reached without encryption
   * @param timeout of a whole attempt: name look-up, connection, request and answer together
   * @param signingSecrets every live one signs, so that a receiver can change over at leisure;
   *     none: requests go unsigned. A value that begins with {@code whsec_} holds base64, any other
   *     is the key itself in UTF-8
   * @param headers sent as they are with each request, such as an {@code Authorization} the
   *     receiver wants; names of our own and of HTTP's are refused
   * @param forward names of headers of the received request that are passed on, where the event
   *     kept them
   * @param tls authorities and a certificate of our own, where the destination needs them
   */
  record Http(
      String url,
      boolean allowPrivate,
      boolean allowHttp,
      Duration timeout,
      List<LiveSecret> signingSecrets,
      Map<String, Secret> headers,
      Set<String> forward,
      Tls tls)
      implements Target {

    private static final KeyForm SIGNING_KEY =
        new KeyForm(KeyForm.Kind.BASE64_ONLY_AFTER_PREFIX, "whsec_");

    /** How long an attempt may take where nothing else is configured. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    public Http {
      signingSecrets = List.copyOf(signingSecrets);
      headers = Map.copyOf(headers);
      forward = Set.copyOf(forward);
      Optional<String> mistake = HttpTargetCheck.mistakeIn(url, allowPrivate, allowHttp);
      if (mistake.isPresent()) {
        throw new IllegalArgumentException(mistake.get());
      }
      if (!timeout.isPositive() || timeout.compareTo(Duration.ofMinutes(5)) > 0) {
        throw new IllegalArgumentException("timeout is above zero and at most 5 minutes");
      }
      for (LiveSecret secret : signingSecrets) {
        Optional<String> wrong = SIGNING_KEY.mistakeIn(secret.secret());
        if (wrong.isPresent()) {
          throw new IllegalArgumentException("signing_secret: " + wrong.get());
        }
      }
      headers.keySet().forEach(Http::requireSendable);
      forward.forEach(Http::requireSendable);
    }

    /** With encryption as the JDK has it. */
    public Http(
        String url,
        boolean allowPrivate,
        boolean allowHttp,
        Duration timeout,
        List<LiveSecret> signingSecrets,
        Map<String, Secret> headers,
        Set<String> forward) {
      this(url, allowPrivate, allowHttp, timeout, signingSecrets, headers, forward, Tls.STANDARD);
    }

    /** Unsigned, public, encrypted, 10 seconds. */
    public static Http of(String url) {
      return new Http(url, false, false, DEFAULT_TIMEOUT, List.of(), Map.of(), Set.of());
    }

    /** The same, allowed to lie inside. */
    public Http inside() {
      return new Http(url, true, allowHttp, timeout, signingSecrets, headers, forward, tls);
    }

    /** The same with another time limit. */
    public Http within(Duration limit) {
      return new Http(url, allowPrivate, allowHttp, limit, signingSecrets, headers, forward, tls);
    }

    /** The same, signed. */
    public Http signedWith(List<LiveSecret> secrets) {
      return new Http(url, allowPrivate, allowHttp, timeout, secrets, headers, forward, tls);
    }

    /** The same with other headers. */
    public Http withHeaders(Map<String, Secret> set, Set<String> passedOn) {
      return new Http(url, allowPrivate, allowHttp, timeout, signingSecrets, set, passedOn, tls);
    }

    /** The same with other authorities or a certificate of our own. */
    public Http with(Tls other) {
      return new Http(
          url, allowPrivate, allowHttp, timeout, signingSecrets, headers, forward, other);
    }

    @Override
    public String kind() {
      return "http";
    }

    @Override
    public String shown() {
      int end = url.indexOf('?');
      return end < 0 ? url : url.substring(0, end) + "?…";
    }

    @Override
    public String toString() {
      return shown();
    }

    private static void requireSendable(String name) {
      Optional<String> mistake = OwnHeaders.mistakeIn(name);
      if (mistake.isPresent()) {
        throw new IllegalArgumentException(mistake.get());
      }
    }
  }

  /**
   * A line of JSON for each event, appended to a file: for trying things.
   *
   * @param path of the file; {@code -} is the standard output
   */
  record Lines(String path) implements Target {
    public Lines {
      if (path.isBlank()) {
        throw new IllegalArgumentException("path is a file, or - for the standard output");
      }
    }

    @Override
    public String kind() {
      return "lines";
    }

    @Override
    public Duration timeout() {
      return Http.DEFAULT_TIMEOUT;
    }

    @Override
    public String shown() {
      return path.equals("-") ? "standard output" : path;
    }
  }
}
