package dev.gatehouse.app;

import java.util.Optional;

/** Which build this is. */
final class Version {
  private Version() {}

  /** From the jar's manifest; {@code dev} when run from classes. */
  static String current() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion()).orElse("dev");
  }
}
