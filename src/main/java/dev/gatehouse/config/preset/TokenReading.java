package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.SpecMistake;
import dev.gatehouse.receive.signature.Template;
import dev.gatehouse.receive.signature.TimestampForm;
import dev.gatehouse.receive.signature.TimestampRule;
import dev.gatehouse.receive.signature.TokenPayload;
import dev.gatehouse.receive.signature.TokenPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a token and what it signs stand. */
final class TokenReading {
  private static final String SIGNED_HEADERS = "{signed_headers}";

  private TokenReading() {}

  static TokenPlace place(String text, String prefix, HeaderAliases aliases) {
    if (text.equals("body")) {
      return new TokenPlace.WholeBody();
    }
    if (text.startsWith("json:/")) {
      return new TokenPlace.InJson(List.of(text.substring("json:/".length()).split("/", -1)));
    }
    if (text.startsWith("header:")) {
      return new TokenPlace.InHeader(aliases.name(text.substring("header:".length())), prefix);
    }
    throw new SpecMistake("a token stands at header:Name, json:/pointer or body");
  }

  static Optional<TokenPayload> payload(Section section, HeaderAliases aliases, Duration longest) {
    Optional<String> kind =
        section.at("payload").oneOf(List.of("enclosed", "detached", "unencoded"));
    if (kind.isEmpty() || kind.get().equals("enclosed")) {
      for (String key : List.of("over", "signed_headers", "must_sign", "timestamp")) {
        if (section.has(key)) {
          section.at(key).mistake("has a meaning only for a payload that is not enclosed");
        }
      }
      return kind.map(enclosed -> new TokenPayload.Enclosed());
    }
    @Nullable String parameter = section.at("signed_headers").text().orElse(null);
    List<HeaderName> must = new ArrayList<>();
    section
        .at("must_sign")
        .items()
        .forEach(item -> Reading.parsed(item, aliases::name).ifPresent(must::add));
    Optional<HeaderName> timestamp = HmacBlock.headerPath(section.at("timestamp"), aliases);
    Optional<TimestampForm> form = section.at("timestamp_format").choice(TimestampForm.class);
    Optional<Duration> tolerance = section.at("tolerance").duration(Duration.ZERO, longest);
    if (form.isEmpty() || tolerance.isEmpty()) {
      return Optional.empty();
    }
    return Reading.parsed(
        section.at("over"),
        text -> {
          int at = text.indexOf(SIGNED_HEADERS);
          if (at >= 0 != (parameter != null)) {
            throw new SpecMistake("{signed_headers} in over and signed_headers come together");
          }
          return new TokenPayload.Detached(
              Template.parse(at < 0 ? text : text.substring(0, at), null, aliases::name),
              parameter,
              at < 0
                  ? null
                  : Template.parse(
                      text.substring(at + SIGNED_HEADERS.length()), null, aliases::name),
              must,
              kind.get().equals("unencoded"),
              timestamp
                  .map(header -> new TimestampRule(header, form.get(), tolerance.get()))
                  .orElse(null));
        });
  }
}
