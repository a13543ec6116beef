package dev.gatehouse.operate.cli;

import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.stream.Stream;

/** The text of a first configuration, and a secret that fits it. */
final class FirstConfiguration {
  private static final int SECRET_BYTES = 32;

  private static final String TEXT =
      """
      # The configuration of this gateway; `gatehouse config schema` prints all keys there are and
      # `gatehouse config check` says what is wrong. Durations are 10s, 5m, 72h; sizes are 1MiB.
      # ${env:NAME} and ${file:PATH} stand for what they lead to; a relative path starts in this folder.

      server: { port: 8080 }                                  # where providers post
      admin: { port: 8081, host: 127.0.0.1 }                  # for people and programs here
      database: { url: "${env:GATEHOUSE_DATABASE_URL:-}" }      # empty: an embedded PostgreSQL

      sources:
        @source@:                                             # POST /in/@source@
          provider: @provider@
      @blocks@    secrets: ["${file:secrets/@source@}"]

      # What an entity may go through, where events go, and which:
      #
      # machines:
      #   order:
      #     source: @source@
      #     entity: "json:/data/id"
      #     initial: new
      #     transitions:
      #       - { on: order.paid,    from: [new],  to: paid }
      #       - { on: order.shipped, from: [paid], to: shipped }
      # destinations:
      #   fulfilment: { url: "https://fulfilment.internal/hooks", allow_private: true, signing_secret: "${env:OUT_SECRET}" }
      # routes:
      #   - { source: @source@, types: ["order.*"], to: [fulfilment] }
      """;

  private static final String CUSTOM_BLOCKS =
      """
          signature: { scheme: hmac, hash: sha256, header: X-Signature, format: "sha256={hex}", over: "{body}", key: utf8 }
          event: { id: "header:X-Event-Id", type: "json:/type", occurred_at: "json:/at" }
      """;

  private FirstConfiguration() {}

  static String text(SourceName source, String provider, boolean custom) {
    return TEXT.replace("@source@", source.value())
        .replace("@provider@", provider)
        .replace("@blocks@", custom ? CUSTOM_BLOCKS : "");
  }

  /** 256 random bits in the form the scheme expects. */
  static String secret(SignatureSpec spec) {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    if (spec instanceof SignatureSpec.Hmac hmac && hmac.key().kind() == KeyForm.Kind.BASE64) {
      return hmac.key().prefix() + Base64.getEncoder().encodeToString(bytes);
    }
    // Hex digits are text, hex and base64 at once. Some schemes want two parts, or a key of 32.
    String hex = HexFormat.of().formatHex(bytes);
    return Stream.of(hex, "gatehouse:" + hex, "gatehouse|" + hex, hex.substring(0, 32))
        .filter(text -> spec.mistakeIn(new Secret(text)).isEmpty())
        .findFirst()
        .orElse(hex);
  }
}
