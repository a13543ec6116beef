package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.event.Headers;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is answered.
 *
 * @param status 200 to 299
 * @param contentType of {@code body}
 * @param body null for none, or when {@code json} says it
 * @param json null for none
 * @param headers one whose text has an optional part that is absent is left out
 */
public record AnswerForm(
    int status,
    String contentType,
    @Nullable AnswerText body,
    @Nullable JsonForm json,
    Map<String, AnswerText> headers) {
  /** The type of an echo: never one that a browser would run. */
  public static final String PLAIN = "text/plain; charset=utf-8";

  static final String JSON = "application/json";

  /** Types in which a text of the sender is only a text. */
  private static final Set<String> INERT = Set.of("text/plain", JSON);

  public AnswerForm {
    headers = Map.copyOf(headers);
    if (status < 200 || status > 299) {
      throw new SpecMistake("an answer has a status from 200 to 299");
    }
    if (body != null && !body.paths().isEmpty() && !INERT.contains(mediaType(contentType))) {
      throw new SpecMistake("a text of the sender goes back as text/plain or application/json");
    }
    if (body != null && json != null) {
      throw new SpecMistake("an answer is a body or json, not both");
    }
  }

  private static String mediaType(String contentType) {
    return contentType.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
  }

  /** The texts it is made of. */
  Stream<AnswerText> texts() {
    return Stream.of(
            Stream.ofNullable(body),
            json == null ? Stream.<AnswerText>empty() : json.texts(),
            headers.values().stream())
        .flatMap(each -> each);
  }

  /** Empty when a part is missing or out of bounds. */
  Optional<HandshakeReply> fill(Filling filling, ChallengeText bounds) {
    List<Headers.Field> fields = new ArrayList<>();
    for (Map.Entry<String, AnswerText> each : headers.entrySet()) {
      if (each.getValue().isLeftOut(filling)) {
        continue;
      }
      Optional<String> value = each.getValue().fill(filling, bounds.forHeader());
      if (value.isEmpty()) {
        return Optional.empty();
      }
      fields.add(new Headers.Field(each.getKey(), value.get()));
    }
    Headers all = new Headers(fields);
    if (json != null) {
      return json.fill(filling, bounds).map(text -> new HandshakeReply(status, JSON, text, all));
    }
    return body == null
        ? Optional.of(new HandshakeReply(status, null, "", all))
        : body.fill(filling, bounds)
            .map(text -> new HandshakeReply(status, contentType, text, all));
  }

  /** A JSON answer: texts with places in them, numbers, and objects of these. */
  public sealed interface JsonForm {
    Stream<AnswerText> texts();

    /** As JSON text. */
    default Optional<String> fill(Filling filling, ChallengeText bounds) {
      return value(filling, bounds).map(JsonWords::write);
    }

    /** As what a JSON writer takes. */
    Optional<Object> value(Filling filling, ChallengeText bounds);

    record Text(AnswerText text) implements JsonForm {
      @Override
      public Stream<AnswerText> texts() {
        return Stream.of(text);
      }

      @Override
      public Optional<Object> value(Filling filling, ChallengeText bounds) {
        return text.fill(filling, bounds).map(each -> each);
      }
    }

    record Number(long number) implements JsonForm {
      @Override
      public Stream<AnswerText> texts() {
        return Stream.of();
      }

      @Override
      public Optional<Object> value(Filling filling, ChallengeText bounds) {
        return Optional.of(number);
      }
    }

    record Keys(Map<String, JsonForm> keys) implements JsonForm {
      public Keys {
        keys = new LinkedHashMap<>(keys);
      }

      @Override
      public Stream<AnswerText> texts() {
        return keys.values().stream().flatMap(JsonForm::texts);
      }

      @Override
      public Optional<Object> value(Filling filling, ChallengeText bounds) {
        Map<String, Object> filled = new LinkedHashMap<>();
        for (Map.Entry<String, JsonForm> each : keys.entrySet()) {
          Optional<Object> value = each.getValue().value(filling, bounds);
          if (value.isEmpty()) {
            return Optional.empty();
          }
          filled.put(each.getKey(), value.get());
        }
        return Optional.of(filled);
      }
    }
  }
}
