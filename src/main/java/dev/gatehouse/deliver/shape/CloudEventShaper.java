package dev.gatehouse.deliver.shape;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.InboundEvent;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Wraps an event into a CloudEvent, version 1.0, structured mode, JSON format.
 *
 * <p>{@code id} is Gatehouse's id of the event, {@code source} is {@code /in/} and the source's
 * name, {@code subject} is {@code machine/key}. A body that is one JSON document stands in {@code
 * data} as it was written, digit by digit; any other in {@code data_base64}. Extensions: {@code
 * providerid}, {@code sequence}, {@code contentencoding}. Source: CloudEvents JSON Event Format
 * 1.0, sections 2 and 3.
 */
final class CloudEventShaper implements Shaper {
  private static final String CONTENT_TYPE = "application/cloudevents+json; charset=UTF-8";
  private static final String NO_TYPE = "untyped";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public Shaped shape(InboundEvent event) {
    StringWriter text = new StringWriter();
    try (JsonGenerator to = JSON.createGenerator(text)) {
      to.writeStartObject();
      put(to, "specversion", "1.0");
      put(to, "id", event.id().toString());
      put(to, "source", "/in/" + event.source().value());
      put(to, "type", event.type() == null ? NO_TYPE : event.type());
      put(to, "time", event.occurredAt() == null ? null : event.occurredAt().toString());
      EntityRef entity = event.entity();
      put(to, "subject", entity == null ? null : entity.machine() + "/" + entity.key());
      put(to, "providerid", event.eventId());
      put(to, "sequence", event.sequence() == null ? null : event.sequence().toString());
      put(to, "datacontenttype", event.contentType());
      String coding = event.headers().first("Content-Encoding").orElse(null);
      put(to, "contentencoding", coding);
      data(to, event, coding);
      to.writeEndObject();
    } catch (JacksonException e) {
      return new Shaped.Failed("cannot be written as a CloudEvent");
    }
    return new Shaped.Made(text.toString().getBytes(StandardCharsets.UTF_8), CONTENT_TYPE);
  }

  private static void data(JsonGenerator to, InboundEvent event, @Nullable String coding) {
    Optional<String> json =
        coding == null && mayBeJson(event.contentType())
            ? document(event.body().bytes())
            : Optional.empty();
    if (json.isPresent()) {
      to.writeName("data");
      to.writeRawValue(json.get());
    } else if (event.body().bytes().length > 0) {
      put(to, "data_base64", Base64.getEncoder().encodeToString(event.body().bytes()));
    }
  }

  private static boolean mayBeJson(@Nullable String contentType) {
    // Without a type the data is JSON, as the format says.
    return contentType == null || contentType.toLowerCase(Locale.ROOT).contains("json");
  }

  /** The text, where it is exactly one document. */
  private static Optional<String> document(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      try (JsonParser parser = JSON.createParser(text)) {
        JsonToken first = parser.nextToken();
        if (first == null) {
          return Optional.empty();
        }
        parser.skipChildren();
        return parser.nextToken() == null ? Optional.of(text) : Optional.empty();
      }
    } catch (CharacterCodingException | JacksonException e) {
      return Optional.empty();
    }
  }

  private static void put(JsonGenerator to, String name, @Nullable String value) {
    if (value != null) {
      to.writeStringProperty(name, value);
    }
  }
}
