package dev.gatehouse.deadletter.triage;

import dev.gatehouse.event.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives dead letters that match to somebody. A part that is null matches everything.
 *
 * @param type exact, or a prefix followed by {@code *}
 * @param owner a person or a team, as the people call them
 */
public record OwnerRule(
    @Nullable String source,
    @Nullable String type,
    @Nullable String destination,
    @Nullable Stage stage,
    ErrorCode.@Nullable Category category,
    @Nullable ErrorCode code,
    String owner) {

  public OwnerRule {
    if (owner.isBlank()) {
      throw new IllegalArgumentException("an owner rule names an owner");
    }
  }

  /** The first rule that matches decides; empty when none does. */
  public static Optional<String> ownerOf(
      List<OwnerRule> rules,
      String source,
      @Nullable String type,
      @Nullable String destination,
      Stage stage,
      ErrorCode code) {
    return rules.stream()
        .filter(rule -> rule.matches(source, type, destination, stage, code))
        .map(OwnerRule::owner)
        .findFirst();
  }

  private boolean matches(
      String aSource,
      @Nullable String aType,
      @Nullable String aDestination,
      Stage aStage,
      ErrorCode aCode) {
    return (source == null || source.equals(aSource))
        && (type == null || (aType != null && typeMatches(type, aType)))
        && (destination == null || destination.equals(aDestination))
        && (stage == null || stage == aStage)
        && (category == null || category == aCode.category())
        && (code == null || code == aCode);
  }

  private static boolean typeMatches(String pattern, String type) {
    return pattern.endsWith("*")
        ? type.startsWith(pattern.substring(0, pattern.length() - 1))
        : type.equals(pattern);
  }
}
