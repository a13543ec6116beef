package dev.gatehouse.cases;

import dev.gatehouse.support.RawHttp;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What became of one request of a case, its copies included.
 *
 * @param answers one for each copy that was answered
 * @param unanswered how many were not
 * @param storedRows by how many the stored events grew
 */
record Sent(CaseRequest request, List<RawHttp.Answer> answers, int unanswered, long storedRows) {
  private static final Pattern EVENT = Pattern.compile("\"event\":\"([0-9a-f-]{36})\"");
  private static final Pattern STATUS = Pattern.compile("\"status\":\"(\\w+)\"");

  Sent {
    answers = List.copyOf(answers);
  }

  boolean all2xx() {
    return unanswered == 0 && answers.stream().allMatch(answer -> answer.status() / 100 == 2);
  }

  boolean all4xx() {
    return unanswered == 0 && answers.stream().allMatch(answer -> answer.status() / 100 == 4);
  }

  /** The event that the first good answer names. */
  Optional<UUID> event() {
    return answers.stream()
        .flatMap(answer -> find(EVENT, answer).stream())
        .map(UUID::fromString)
        .findFirst();
  }

  /** Whether the last answer says that the event was known. */
  boolean isDuplicate() {
    return find(STATUS, answers.getLast()).orElse("").equals("duplicate");
  }

  private static Optional<String> find(Pattern pattern, RawHttp.Answer answer) {
    Matcher matcher = pattern.matcher(answer.text());
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
