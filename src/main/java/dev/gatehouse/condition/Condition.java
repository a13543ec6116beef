package dev.gatehouse.condition;

import dev.cel.common.CelException;
import dev.cel.runtime.CelRuntime;
import java.util.Optional;

/**
 * A compiled yes-or-no question about an event, in CEL (Common Expression Language).
 *
 * <p>Variables: {@code event.id}, {@code .source}, {@code .type}, {@code .event_id}, {@code
 * .sequence}, {@code .occurred_at}, {@code .received_at}, {@code .version}, {@code .machine},
 * {@code .key} (null where the event has none); {@code headers} (lower-case name to value); {@code
 * body} (JSON); {@code state.from}, {@code state.to}. Numbers compare across integer and decimal. A
 * field that may be missing is asked for with {@code has(body.x)}. Safe for many threads.
 *
 * <p>Source: the CEL language definition, {@code github.com/google/cel-spec}.
 */
public final class Condition {
  private final String text;
  private final CelRuntime.Program program;

  private Condition(String text, CelRuntime.Program program) {
    this.text = text;
    this.program = program;
  }

  /**
   * Checks and compiles.
   *
   * @throws ConditionMistake for syntax, unknown names, types that do not fit, a result that is not
   *     yes or no, an expression that is too large
   */
  public static Condition compile(String text) {
    return new Condition(text, Language.compile(text));
  }

  /**
   * Sets the compiler up; the first expression would otherwise wait for it for most of a second.
   */
  public static void preload() {
    Language.compile("event.type == 'a' && body.total < 1 && state.to == 'b'");
  }

  /** The expression as written. */
  public String text() {
    return text;
  }

  /**
   * Asks.
   *
   * @throws ConditionFailed when there is no answer for these facts; nothing else is thrown,
   *     whatever the payload is
   */
  public boolean test(Facts facts) {
    try {
      return answer(program.eval(name -> Optional.of(Language.value(name, facts))));
    } catch (CelException e) {
      throw Failures.describe(e);
    } catch (ConditionFailed e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      // CEL walks values by recursion; a body may nest deeper than this thread's stack.
      throw Failures.describe(e);
    }
  }

  /** The types were checked, but parts of the body stand in for anything. */
  private static boolean answer(Object result) {
    if (result instanceof Boolean yes) {
      return yes;
    }
    throw new ConditionFailed("the result is not true or false");
  }

  @Override
  public String toString() {
    return text;
  }
}
