package dev.gatehouse.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Where {@code bench/run} begins. */
public final class Bench {
  private static final List<Section> SECTIONS =
      List.of(
          new AckSection(),
          new LatencySection(),
          new WaySection(),
          new DeliverSection(),
          new StoredSection(),
          new ReaderSection(),
          new StartSection());

  private Bench() {}

  public static void main(String[] arguments) throws Exception {
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      System.err.println(e.getMessage() + "\n\n" + Options.USAGE);
      System.exit(2);
      return;
    }
    endAfter(options.quick() ? Duration.ofMinutes(8) : Duration.ofHours(2));
    List<Row> rows = measure(options);
    System.out.print(options.json() ? Report.json(rows) + "\n" : Report.table(rows));
    System.out.flush();
    System.exit(rows.stream().allMatch(Row::ok) ? 0 : 1);
  }

  private static List<Row> measure(Options options) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (Rig rig = new Rig(options)) {
      for (Section section : SECTIONS) {
        if (options.wants(section.name()) && !(section.isLong() && options.quick())) {
          Rig.say("%s", section.name());
          rows.addAll(measured(section, rig));
        }
      }
    }
    return rows;
  }

  /** A section that breaks is a row that is not ok; the others are measured all the same. */
  private static List<Row> measured(Section section, Rig rig) {
    try {
      return section.measure(rig);
    } catch (RuntimeException e) {
      Rig.say("  %s failed: %s", section.name(), e);
      return List.of(Row.failed(section.name(), 0, false, String.valueOf(e.getMessage())));
    }
  }

  /** Nothing here may run for ever, whatever hangs; the shutdown hooks still clear up. */
  private static void endAfter(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    Thread.ofPlatform()
        .daemon()
        .name("limit")
        .start(
            () -> {
              while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
              }
              System.err.println("bench: still running after " + limit + "; given up");
              System.exit(3);
            });
  }
}
