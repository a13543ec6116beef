package dev.gatehouse.receive.preset;

import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.extract.JsonProbe;
import java.util.List;
import java.util.Optional;

/** The question a provider asks before it sends events, and how it is answered. */
public sealed interface Handshake {
  /** The answer to one request, to be sent as it is, with {@code nosniff}. */
  record Reply(int status, String contentType, String body) {}

  /**
   * Looks whether a request is a handshake. Only ask for a request whose signature held: an
   * unsigned challenge is refused like anything else.
   *
   * @return empty for an ordinary event
   */
  Optional<Reply> reply(RawBody body);

  /** The provider asks nothing. */
  record None() implements Handshake {
    @Override
    public Optional<Reply> reply(RawBody body) {
      return Optional.empty();
    }
  }

  /**
   * A signed JSON body holds a text that is to be sent back, as in Slack's {@code
   * url_verification}. It is no business event and is not stored.
   *
   * @param when the field that tells a challenge from an event
   * @param is what stands there in a challenge
   * @param challenge where the text stands
   */
  record EchoChallenge(FieldPath.Json when, String is, FieldPath.Json challenge)
      implements Handshake {
    /** Slack's has 52 characters. */
    private static final int MAX_CHALLENGE = 1024;

    @Override
    public Optional<Reply> reply(RawBody body) {
      List<Optional<String>> texts = JsonProbe.texts(body, List.of(when, challenge));
      boolean asked = texts.get(0).filter(is::equals).isPresent();
      return texts
          .get(1)
          .filter(text -> asked && !text.isEmpty() && text.length() <= MAX_CHALLENGE)
          .map(text -> new Reply(200, "text/plain; charset=utf-8", text));
    }
  }
}
