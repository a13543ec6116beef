package dev.gatehouse.cases;

import dev.gatehouse.support.Sink;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Turns the scripted answers of a case into a destination's script. */
final class Answers {
  private Answers() {}

  /** Each answer in turn, then the last one for ever. An answer is a status, or an object. */
  static Sink.Script inTurn(JsonNode answers) {
    List<Sink.Reply> replies = new ArrayList<>();
    answers.values().forEach(answer -> replies.add(reply(answer)));
    return call -> replies.get(Math.min(call.number(), replies.size()) - 1);
  }

  private static Sink.Reply reply(JsonNode answer) {
    if (answer.isNumber()) {
      return Sink.Reply.of(answer.asInt());
    }
    List<String> headers = new ArrayList<>();
    for (JsonNode pair : answer.path("headers").values()) {
      headers.addAll(List.of(pair.path(0).asString(), pair.path(1).asString()));
    }
    if (answer.has("location")) {
      headers.addAll(List.of("Location", answer.path("location").asString()));
    }
    return Sink.Reply.of(answer.path("status").asInt(), headers.toArray(String[]::new));
  }
}
