package dev.gatehouse.receive.signature;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Nothing proves the sender: anybody who knows the URL can send. A source has to ask for it with
 * {@code unverified: true}.
 *
 * @param why what the provider offers instead, for people
 */
public record Unverified(String why) implements SignatureSpec {
  @Override
  public Coverage coverage() {
    return Coverage.NOTHING;
  }

  @Override
  public Optional<String> mistakeIn(Secret secret) {
    return Optional.of("this scheme has no secret");
  }

  @Override
  public Set<String> headerNames() {
    return Set.of();
  }

  @Override
  public List<HeaderName> requiredHeaders() {
    return List.of();
  }

  @Override
  public List<HeaderName> signatureHeaders() {
    return List.of();
  }

  @Override
  public boolean needsSecret() {
    return false;
  }
}
