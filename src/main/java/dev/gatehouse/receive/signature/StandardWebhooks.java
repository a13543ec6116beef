package dev.gatehouse.receive.signature;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The Standard Webhooks scheme, which outgoing requests are signed with.
 *
 * <p>Signed text: {@code webhook-id}, a full stop, {@code webhook-timestamp} (Unix seconds), a full
 * stop, the body. HMAC-SHA256 under the base64 key after {@code whsec_}, written {@code v1,base64}
 * and repeated with blanks while a secret is rolled. Source: the specification of
 * standard-webhooks/standard-webhooks, and its reference library 1.1.1.
 */
public final class StandardWebhooks {
  public static final String ID = "webhook-id";
  public static final String TIMESTAMP = "webhook-timestamp";
  public static final String SIGNATURE = "webhook-signature";

  /** The scheme as a rule, five minutes of tolerance to either side. */
  public static final SignatureSpec.Hmac SPEC =
      new SignatureSpec.Hmac(
          Hash.SHA256,
          HeaderName.of(SIGNATURE),
          SignatureFormat.parse("v1,{base64}"),
          Template.parse("{id}.{timestamp}.{body}", HeaderName.of(ID), HeaderName::of),
          KeyForm.WHSEC,
          new TimestampRule(HeaderName.of(TIMESTAMP), TimestampForm.UNIX_S, Duration.ofMinutes(5)));

  private static final Signer SIGNER = Signer.of(SPEC);

  private StandardWebhooks() {}

  /**
   * The three headers of an outgoing request.
   *
   * @param id the same for every attempt of one delivery: receivers deduplicate by it
   * @param secrets the current one first; all of them sign
   * @throws IllegalArgumentException when a secret is not base64 (after {@code whsec_}): settle
   *     that with {@code SPEC.mistakeIn} when settings are read
   */
  public static Headers sign(String id, RawBody body, List<Secret> secrets, Instant now) {
    Headers withId = Headers.of(ID, id);
    List<Headers.Field> fields = new ArrayList<>(withId.fields());
    fields.addAll(SIGNER.sign(new SignedRequest("POST", "", withId, body), secrets, now).fields());
    return new Headers(fields);
  }
}
