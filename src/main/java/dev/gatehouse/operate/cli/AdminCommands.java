package dev.gatehouse.operate.cli;

import java.util.List;

/** The commands that ask the admin API of a running gateway. */
public final class AdminCommands {
  private AdminCommands() {}

  /** New ones, to be added to the root command. */
  public static List<Object> all() {
    return List.of(
        new EventsCommand(),
        new EntitiesCommand(),
        new DeadLettersCommand(),
        new ReplaysCommand(),
        new DestinationsCommand(),
        new RouteCommand(),
        new SourcesCommand(),
        new TokensCommand(),
        new SystemCommands.Audit(),
        new SystemCommands.Alerts(),
        new SystemCommands.Stats(),
        new SystemCommands.Doctor());
  }
}
