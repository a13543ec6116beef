package dev.gatehouse.operate.cli;

/** A command that cannot do what it was asked: what to say, and the exit code that goes with it. */
final class CliFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The answer is no. */
  static final int NO = 1;

  /** Wrong usage or configuration. */
  static final int USAGE = 2;

  /** A service it needs is away. */
  static final int AWAY = 3;

  private final int exitCode;

  CliFailure(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
