package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.extract.RequestProbe;
import dev.gatehouse.receive.signature.SignedRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the signed text of a delivery stands that could be one of the challenges we sign.
 *
 * <p>What is signed with a delivery may be longer than the text here (a time before it), so a short
 * text is suspect too. So is one that cannot be read: whoever verifies may read it differently.
 *
 * @param at null: the whole body
 */
public record Lookalike(@Nullable FieldPath at) {
  boolean isIn(SignedRequest request, @Nullable String query, ChallengeText bounds) {
    if (at == null) {
      return request.body().length() <= bounds.max()
          && bounds.fitsPart(new String(request.body().bytes(), StandardCharsets.ISO_8859_1));
    }
    return RequestProbe.of(List.of(at))
        .read(request.headers(), query, request.body())
        .text(at)
        .map(bounds::fitsPart)
        .orElse(true);
  }
}
