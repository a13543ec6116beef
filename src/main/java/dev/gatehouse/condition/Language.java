package dev.gatehouse.condition;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelException;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelRuntime;
import dev.gatehouse.event.EntityRef;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The CEL environment of conditions: its variables, their types, and the bounds of evaluation. */
final class Language {
  /** Characters of one expression; also keeps its compiled form small. */
  static final int MAX_TEXT = 4096;

  private static final CelOptions BOUNDS =
      CelOptions.current()
          .maxExpressionCodePointSize(MAX_TEXT)
          .maxParseRecursionDepth(64)
          .maxParseExpressionNodeCount(2000)
          .comprehensionMaxIterations(10_000)
          .maxRegexProgramSize(2000)
          .enableHeterogeneousNumericComparisons(true)
          .build();

  private Language() {}

  /** Built on first use: it takes a good part of a second, and most sources have no condition. */
  private static final class Environment {
    static final Cel CEL =
        CelFactory.standardCelBuilder()
            .setOptions(BOUNDS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("event.id", SimpleType.STRING)
            .addVar("event.source", SimpleType.STRING)
            .addVar("event.type", orNull(SimpleType.STRING))
            .addVar("event.event_id", orNull(SimpleType.STRING))
            .addVar("event.sequence", orNull(SimpleType.INT))
            .addVar("event.occurred_at", orNull(SimpleType.TIMESTAMP))
            .addVar("event.received_at", SimpleType.TIMESTAMP)
            .addVar("event.version", orNull(SimpleType.STRING))
            .addVar("event.machine", orNull(SimpleType.STRING))
            .addVar("event.key", orNull(SimpleType.STRING))
            .addVar("headers", MapType.create(SimpleType.STRING, SimpleType.STRING))
            .addVar("body", SimpleType.DYN)
            .addVar("state.from", orNull(SimpleType.STRING))
            .addVar("state.to", orNull(SimpleType.STRING))
            .build();
  }

  private static CelType orNull(CelType type) {
    return NullableType.create(type);
  }

  static CelRuntime.Program compile(String text) {
    if (text.isBlank()) {
      throw new ConditionMistake("an expression is expected, not a blank text");
    }
    if (text.codePointCount(0, text.length()) > MAX_TEXT) {
      throw new ConditionMistake("longer than " + MAX_TEXT + " characters");
    }
    try {
      CelAbstractSyntaxTree tree = Environment.CEL.compile(text).getAst();
      CelType result = tree.getResultType();
      if (!result.equals(SimpleType.BOOL)) {
        throw new ConditionMistake(
            "must be true or false, but is "
                + (result.equals(SimpleType.DYN)
                    ? "whatever the body holds there; compare it, as in: body.paid == true"
                    : result.name()));
      }
      return Environment.CEL.createProgram(tree);
    } catch (CelValidationException e) {
      throw new ConditionMistake(
          e.getErrors().stream().map(Language::located).collect(Collectors.joining("; ")));
    } catch (CelException e) {
      throw new ConditionMistake("cannot be prepared: " + e.getMessage());
    }
  }

  /** Columns are counted from 1, as editors do. */
  private static String located(CelIssue issue) {
    var at = issue.getSourceLocation();
    String where =
        at.getLine() > 1
            ? "line " + at.getLine() + ", column " + (at.getColumn() + 1)
            : "column " + (at.getColumn() + 1);
    return where + ": " + issue.getMessage().strip();
  }

  static Object value(String name, Facts facts) {
    return orNull(plain(name, facts));
  }

  private static @Nullable Object plain(String name, Facts facts) {
    var event = facts.event();
    EntityRef entity = event.entity();
    return switch (name) {
      case "event.id" -> event.id().toString();
      case "event.source" -> event.source().value();
      case "event.type" -> event.type();
      case "event.event_id" -> event.eventId();
      case "event.sequence" -> event.sequence();
      case "event.occurred_at" -> event.occurredAt();
      case "event.received_at" -> event.receivedAt();
      case "event.version" -> event.schemaVersion();
      case "event.machine" -> entity == null ? null : entity.machine();
      case "event.key" -> entity == null ? null : entity.key();
      case "headers" -> facts.headers();
      case "body" -> facts.payload().value();
      case "state.from" -> facts.from();
      case "state.to" -> facts.to();
      default -> throw new ConditionFailed("nothing is known by the name " + name);
    };
  }

  /** CEL has its own null. */
  static Object orNull(@Nullable Object value) {
    return value == null ? NullValue.NULL_VALUE : value;
  }
}
