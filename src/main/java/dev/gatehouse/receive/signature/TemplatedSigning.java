package dev.gatehouse.receive.signature;

import dev.gatehouse.event.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Signs by {@link TemplatedHash} and {@link PlacedToken} rules whose signature is a header. */
final class TemplatedSigning {
  private TemplatedSigning() {}

  static Headers sign(TemplatedHash spec, SignedRequest request, Secret secret, Instant now) {
    if (!(spec.places().getFirst() instanceof Place.Header header)
        || spec.timestamp() != null && spec.timestamp().place() != null) {
      throw new IllegalArgumentException("the signature of this provider is part of the message");
    }
    List<Headers.Field> fields = new ArrayList<>();
    String timestamp = "";
    if (spec.timestamp() != null) {
      timestamp = spec.timestamp().form().format(now);
      if (spec.timestamp().header() != null) {
        fields.add(new Headers.Field(spec.timestamp().header().name(), timestamp));
      }
    }
    List<Headers.Field> all = new ArrayList<>(request.headers().fields());
    all.addAll(fields);
    SignedRequest timed =
        new SignedRequest(request.method(), request.url(), new Headers(all), request.body());
    String digest = new TemplatedHashVerifier(spec).sign(timed, secret, timestamp);
    SignatureFormat format = spec.methods().getFirst().format();
    String value =
        format instanceof SignatureFormat.Slots slots
            ? write(slots, List.of(digest), timestamp, spec.values())
            : Signer.write(format, List.of(digest), timestamp);
    fields.add(new Headers.Field(header.name().name(), value));
    return new Headers(fields);
  }

  static Headers token(PlacedToken spec, Secret secret) {
    if (!(spec.places().getFirst() instanceof Place.Header header)) {
      throw new IllegalArgumentException("the token of this provider is part of the message");
    }
    String value =
        spec.base64()
            ? Base64.getEncoder().encodeToString(secret.value().getBytes(StandardCharsets.UTF_8))
            : secret.value();
    return Headers.of(header.name().name(), spec.prefix() + value);
  }

  static String write(
      SignatureFormat.Slots format,
      List<String> digests,
      String timestamp,
      Map<String, String> values) {
    StringBuilder out = new StringBuilder(format.literals().getFirst());
    for (int i = 0; i < format.slots().size(); i++) {
      SignatureFormat.Slots.Slot slot = format.slots().get(i);
      out.append(
          switch (slot.what()) {
            case SIGNATURE -> digests.getFirst();
            case TIMESTAMP -> timestamp;
            case ANY -> "1";
            case CONFIGURED -> values.getOrDefault(slot.name(), "");
          });
      out.append(format.literals().get(i + 1));
    }
    return out.toString();
  }
}
