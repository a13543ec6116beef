package dev.gatehouse.receive.signature;

/** The fixed texts of refusals: they name what the rule asks for, never what was sent. */
final class Refusals {
  private Refusals() {}

  static Verification.Refused missing(HeaderName header) {
    return refused(RefusalReason.MISSING_HEADER, "header " + header + " is missing");
  }

  static Verification.Refused missing(Place place) {
    return refused(RefusalReason.MISSING_HEADER, place.describe() + " is missing");
  }

  static Verification.Refused repeated(Place place) {
    return refused(
        RefusalReason.REPEATED_HEADER, place.describe() + " carries one value and stands twice");
  }

  static Verification.Refused malformed(Place place, String what) {
    return refused(RefusalReason.MALFORMED, place.describe() + " " + what);
  }

  static Verification.Refused repeated(HeaderName header) {
    return refused(
        RefusalReason.REPEATED_HEADER, "header " + header + " carries one value and stands twice");
  }

  static Verification.Refused malformed(HeaderName header, String what) {
    return refused(RefusalReason.MALFORMED, "header " + header + " " + what);
  }

  static Verification.Refused refused(RefusalReason reason, String detail) {
    return new Verification.Refused(reason, detail);
  }
}
