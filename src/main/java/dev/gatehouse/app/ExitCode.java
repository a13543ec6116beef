package dev.gatehouse.app;

import dev.gatehouse.config.secrets.SecretsKey;
import dev.gatehouse.db.DataFolderInUse;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.SchemaMismatch;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * What the process ends with: 0 fine, 1 the answer is no, 2 wrong usage or configuration, 3 a
 * service is away.
 */
final class ExitCode {
  static final int FINE = 0;
  static final int NO = 1;
  static final int WRONG_USE = 2;
  static final int AWAY = 3;

  private ExitCode() {}

  /** Says on {@code err} why a gateway did not start, and which code that is. */
  static int of(RuntimeException why, PrintStream err) {
    return switch (why) {
      case BadConfiguration bad -> {
        bad.mistakes().forEach(err::println);
        err.println("gatehouse: nothing was started");
        yield WRONG_USE;
      }
      case DataFolderInUse busy -> say(err, busy.getMessage(), WRONG_USE);
      case SecretsKey.Unusable key -> say(err, key.getMessage(), WRONG_USE);
      case IllegalArgumentException wrong -> say(err, wrong.getMessage(), WRONG_USE);
      case SchemaMismatch schema -> say(err, schema.getMessage(), AWAY);
      case DatabaseException away ->
          say(err, "the database cannot be reached (" + away.getMessage() + ")", AWAY);
      default -> say(err, "it did not start: " + why.getMessage(), AWAY);
    };
  }

  private static int say(PrintStream err, @Nullable String what, int code) {
    err.println("gatehouse: " + what);
    return code;
  }
}
