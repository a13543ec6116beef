package dev.gatehouse.operate.cli;

import java.util.List;

/** The commands that need no running gateway but what they send to. */
public final class LocalCommands {
  private LocalCommands() {}

  /**
   * New ones, to be added to the root command: {@code config}, {@code init}, {@code send}, {@code
   * verify}.
   */
  public static List<Object> all() {
    return List.of(new ConfigCommand(), new InitCommand(), new SendCommand(), new VerifyCommand());
  }
}
