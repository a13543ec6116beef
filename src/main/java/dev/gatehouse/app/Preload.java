package dev.gatehouse.app;

import dev.gatehouse.condition.Condition;
import dev.gatehouse.db.Database;
import org.slf4j.LoggerFactory;

/**
 * Makes ready what a gateway needs and what does not depend on its configuration, beside the thread
 * that reads the configuration: a start is spent mostly on setting up libraries, one after another.
 * Whatever fails here fails again, and is reported, where it is needed.
 */
final class Preload {
  private Preload() {}

  /** Begins; returns at once. */
  static void start() {
    Thread.ofPlatform().daemon().name("preload").start(Preload::run);
  }

  private static void run() {
    LoggerFactory.getLogger(Preload.class);
    Database.preload();
    Condition.preload();
  }
}
