package dev.gatehouse.deliver.shape;

import dev.gatehouse.deliver.Form;
import dev.gatehouse.event.InboundEvent;
import java.util.Optional;

/** Puts events into a form. Safe for many threads. */
public interface Shaper {
  /** What became of an event. */
  sealed interface Shaped {
    /** What is to be sent. The caller does not write to the bytes. */
    record Made(byte[] body, String contentType) implements Shaped {}

    /** Nothing can be sent; {@code why} is for people and holds nothing of the payload. */
    record Failed(String why) implements Shaped {}
  }

  /** Never throws, whatever the event holds. */
  Shaped shape(InboundEvent event);

  /** The one for a form; empty for the form an event has anyway. */
  static Optional<Shaper> of(Form form) {
    return switch (form) {
      case Form.AsReceived same -> Optional.empty();
      case Form.CloudEvent structured -> Optional.of(new CloudEventShaper());
      case Form.Jsonata program -> Optional.of(new JsonataShaper(program));
    };
  }
}
