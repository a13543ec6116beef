package dev.gatehouse.condition;

import dev.cel.common.CelErrorCode;
import dev.cel.common.CelException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says why an evaluation failed. CEL's own messages quote values of the payload: not passed on. */
final class Failures {
  private static final Pattern PLACE = Pattern.compile("evaluation error at [^:]*:(\\d{1,6}):");

  private Failures() {}

  static ConditionFailed describe(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConditionFailed ours) {
        return ours;
      }
    }
    return thrown instanceof CelException cel
        ? new ConditionFailed(words(cel.getErrorCode()) + place(cel))
        : new ConditionFailed("could not be evaluated (" + thrown.getClass().getSimpleName() + ")");
  }

  private static String place(CelException thrown) {
    Matcher found = PLACE.matcher(String.valueOf(thrown.getMessage()));
    return found.lookingAt()
        ? ", at character " + (Integer.parseInt(found.group(1)) + 1) + " of the expression"
        : "";
  }

  private static String words(CelErrorCode code) {
    return switch (code) {
      case ATTRIBUTE_NOT_FOUND -> "a field that was asked for is not there";
      case OVERLOAD_NOT_FOUND -> "values of types that do not go together";
      case INDEX_OUT_OF_BOUNDS -> "a list is shorter than that";
      case DIVIDE_BY_ZERO -> "a division by zero";
      case NUMERIC_OVERFLOW -> "a number outside 64 bits";
      case ITERATION_BUDGET_EXCEEDED -> "too many steps";
      case BAD_FORMAT -> "a text that does not have the form asked for";
      case INVALID_ARGUMENT -> "a value of a type that does not belong there";
      default -> "could not be evaluated (" + code + ")";
    };
  }
}
