package dev.gatehouse.receive.signature;

import dev.gatehouse.event.RawBody;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Says why a request was probably refused, by trying the mistakes people make: other line ends, a
 * body written out again, a secret read in another form, another URL.
 *
 * <p>A mismatch costs up to some dozens of hashes over the body: ask for refusals that are looked
 * at or sampled, not for each one of a flood. What it finds never makes a request count.
 */
public final class Doctor {
  private static final List<KeyForm> KEY_FORMS =
      List.of(
          KeyForm.UTF8,
          KeyForm.WHSEC,
          new KeyForm(KeyForm.Kind.BASE64, ""),
          new KeyForm(KeyForm.Kind.HEX, ""));

  private final SignatureSpec spec;

  private Doctor(SignatureSpec spec) {
    this.spec = spec;
  }

  public static Doctor of(SignatureSpec spec) {
    return new Doctor(spec);
  }

  /**
   * @param refused what the verifier said of this request
   */
  public ProbableCause examine(
      Verification.Refused refused, SignedRequest request, List<LiveSecret> secrets, Instant now) {
    return switch (refused.reason()) {
      case NO_SECRET ->
          cause(
              ProbableCause.Kind.NO_USABLE_SECRET,
              "The source holds no secret that can match: check that one is set and has the form"
                  + " the provider gives it.");
      case MISSING_HEADER ->
          cause(
              ProbableCause.Kind.HEADER_MISSING,
              "A proxy took the header away, or the sender is not the provider: "
                  + refused.detail()
                  + ".");
      case REPEATED_HEADER ->
          cause(
              ProbableCause.Kind.HEADER_REPEATED,
              "Something on the way added the header again: " + refused.detail() + ".");
      case MALFORMED ->
          cause(
              ProbableCause.Kind.OTHER_FORM_OR_VERSION,
              "Signed in another form, version or with another hash than this source expects: "
                  + refused.detail()
                  + ".");
      case STALE ->
          cause(
              ProbableCause.Kind.CLOCK_OR_REPLAY,
              "Rightly signed, but too long ago: this clock is ahead, the request waited on its"
                  + " way, or somebody sends it again.");
      case TOO_NEW ->
          cause(
              ProbableCause.Kind.CLOCK_OR_REPLAY,
              "Rightly signed, but in the future: this clock is behind, or the sender's is ahead.");
      case EXPIRED_SECRET ->
          cause(
              ProbableCause.Kind.SECRET_EXPIRED,
              "The provider still signs with the previous secret: finish the change there, or let"
                  + " the previous one run on.");
      case UNSUPPORTED -> cause(ProbableCause.Kind.NOT_SUPPORTED, refused.detail());
      case MISMATCH -> mismatch(request, secrets, now);
    };
  }

  private ProbableCause mismatch(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    if (secrets.size() > 0 && signed(spec, request, stripped(secrets), now)) {
      return cause(
          ProbableCause.Kind.SECRET_READ_WRONGLY,
          "The secret has blanks or a line end around it that do not belong to it.");
    }
    if (spec instanceof SignatureSpec.Hmac hmac) {
      for (KeyForm form : KEY_FORMS) {
        if (signed(withKey(hmac, form), request, secrets, now)) {
          return cause(
              ProbableCause.Kind.SECRET_READ_WRONGLY,
              "The secret is the right one, but the source reads it in another form: change key to "
                  + form.kind().name().toLowerCase(java.util.Locale.ROOT)
                  + (form.prefix().isEmpty() ? "." : " after " + form.prefix() + "."));
        }
      }
    }
    return spec.coverage().equals(Coverage.NOTHING)
        ? wrongSecret()
        : changed(request, secrets, now);
  }

  private ProbableCause changed(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    for (RawBody body : BodyVariants.lineEnds(request.body())) {
      if (signed(spec, withBody(request, body), secrets, now)) {
        return cause(
            ProbableCause.Kind.LINE_ENDS_CHANGED,
            "Line ends or a byte order mark were changed between the sender and here: look at"
                + " proxies, and at how the request was saved.");
      }
    }
    for (RawBody body : BodyVariants.rewritten(request.body())) {
      if (signed(spec, withBody(request, body), secrets, now)) {
        return cause(
            ProbableCause.Kind.BODY_RESERIALISED,
            "The body was read as JSON and written out again between the sender and here: the bytes"
                + " must be passed on untouched.");
      }
    }
    if (spec.coverage().url()) {
      for (String url : urls(request.url())) {
        SignedRequest other =
            new SignedRequest(request.method(), url, request.headers(), request.body());
        if (signed(spec, other, secrets, now)) {
          return cause(
              ProbableCause.Kind.OTHER_URL,
              "The provider signs another URL than the one this source is configured with: compare"
                  + " scheme, port, query and trailing slash.");
        }
      }
    }
    return wrongSecret();
  }

  private static ProbableCause wrongSecret() {
    return cause(
        ProbableCause.Kind.WRONG_SECRET_OR_BODY,
        "The secret is another one (another endpoint's, another environment's), or the body was"
            + " changed on its way.");
  }

  private static boolean signed(
      SignatureSpec spec, SignedRequest request, List<LiveSecret> secrets, Instant now) {
    return switch (Verifier.of(spec).verify(request, secrets, now)) {
      case Verification.Verified verified -> true;
      case Verification.Refused refused ->
          refused.reason() == RefusalReason.STALE || refused.reason() == RefusalReason.TOO_NEW;
    };
  }

  private static SignatureSpec withKey(SignatureSpec.Hmac hmac, KeyForm form) {
    return new SignatureSpec.Hmac(
        hmac.hash(), hmac.header(), hmac.format(), hmac.over(), form, hmac.timestamp());
  }

  private static SignedRequest withBody(SignedRequest request, RawBody body) {
    return new SignedRequest(request.method(), request.url(), request.headers(), body);
  }

  private static List<LiveSecret> stripped(List<LiveSecret> secrets) {
    List<LiveSecret> stripped = new ArrayList<>();
    for (LiveSecret secret : secrets) {
      Secret shorter = new Secret(secret.secret().value().strip());
      if (!shorter.equals(secret.secret())) {
        stripped.add(new LiveSecret(secret.label(), shorter, secret.expiresAt()));
      }
    }
    return stripped;
  }

  private static Set<String> urls(String url) {
    Set<String> urls = new LinkedHashSet<>();
    int query = url.indexOf('?');
    String bare = query < 0 ? url : url.substring(0, query);
    String rest = query < 0 ? "" : url.substring(query);
    String slashed = bare.endsWith("/") ? bare.substring(0, bare.length() - 1) : bare + "/";
    for (String each : List.of(bare + rest, slashed + rest, bare, slashed)) {
      urls.add(each);
      urls.add(
          each.startsWith("https:")
              ? "http:" + each.substring("https:".length())
              : each.replaceFirst("^http:", "https:"));
      urls.add(each.replaceFirst("^(https?://[^/:]+):[0-9]+", "$1"));
    }
    urls.remove(url);
    return urls;
  }

  private static ProbableCause cause(ProbableCause.Kind kind, String text) {
    return new ProbableCause(kind, text);
  }
}
