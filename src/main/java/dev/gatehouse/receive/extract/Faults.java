package dev.gatehouse.receive.extract;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the fault that explains most: a broken body explains a missing id, not the reverse. */
final class Faults {
  private static final List<ErrorCode> WORST_FIRST =
      List.of(
          ErrorCode.TOO_LARGE,
          ErrorCode.UNPARSEABLE_BODY,
          ErrorCode.AMBIGUOUS_JSON,
          ErrorCode.MISSING_EVENT_ID,
          ErrorCode.UNSTORABLE_TEXT,
          ErrorCode.INVALID_FIELD);

  private @Nullable Fault worst;

  void add(ErrorCode code, String detail) {
    if (worst == null || WORST_FIRST.indexOf(code) < WORST_FIRST.indexOf(worst.code())) {
      worst = new Fault(code, detail);
    }
  }

  @Nullable Fault worst() {
    return worst;
  }
}
