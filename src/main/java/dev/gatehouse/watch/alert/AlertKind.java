package dev.gatehouse.watch.alert;

import java.util.Locale;

/** What an alert is about; the subject says which one. */
public enum AlertKind {
  /** Open dead letters of one group; subject: the group. */
  DEAD_LETTERS,
  /** A destination gets nothing; subject: its name. */
  CIRCUIT,
  /** Many requests of a source fail verification; subject: its name. */
  VERIFICATION,
  /** Events wait too long for a verdict or a first attempt; subject: {@code backlog}. */
  BACKLOG,
  /** The books do not balance; subject: {@code books}. */
  ACCOUNTING,
  /** A transaction elsewhere keeps the database from cleaning up; subject: {@code database}. */
  OLD_SNAPSHOT;

  /** As the table and the API write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
