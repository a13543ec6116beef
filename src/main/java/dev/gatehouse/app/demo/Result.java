package dev.gatehouse.app.demo;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a request met, held against what it was to meet.
 *
 * @param eventId ours; empty when nothing was stored for it
 * @param found what became of it
 * @param alsoWrong anything else that is not as it must be
 */
record Result(DemoRequest request, Optional<String> eventId, Fate found, List<String> alsoWrong) {

  static Result of(
      DemoRequest request,
      List<DemoClient.Answer> answers,
      @Nullable JsonNode event,
      Optional<String> code) {
    DemoClient.Answer first =
        answers.stream()
            .filter(each -> each.word().equals("accepted"))
            .findFirst()
            .orElse(answers.getFirst());
    JsonNode kept = first.word().equals("accepted") ? event : null;
    Fate found =
        kept == null
            ? new Fate(first.status(), first.word(), Optional.empty(), Optional.empty(), 0)
            : new Fate(
                first.status(),
                first.word(),
                Optional.of(kept.path("status").asString("?")),
                code,
                attempts(kept));
    return new Result(
        request,
        Optional.ofNullable(kept).map(each -> each.path("id").asString("")),
        found,
        wrongWithCopies(request, answers));
  }

  boolean asItMust() {
    return found.equals(request.fate()) && alsoWrong.isEmpty();
  }

  private static List<String> wrongWithCopies(
      DemoRequest request, List<DemoClient.Answer> answers) {
    long accepted = answers.stream().filter(each -> each.word().equals("accepted")).count();
    long duplicates = answers.stream().filter(each -> each.word().equals("duplicate")).count();
    return request.copies() == 1 || (accepted == 1 && duplicates == request.copies() - 1)
        ? List.of()
        : List.of(
            accepted
                + " accepted and "
                + duplicates
                + " duplicates of "
                + request.copies()
                + " copies");
  }

  private static int attempts(JsonNode event) {
    int sum = 0;
    for (JsonNode delivery : event.path("deliveries")) {
      sum += delivery.path("attempts").asInt(0);
    }
    return sum;
  }
}
