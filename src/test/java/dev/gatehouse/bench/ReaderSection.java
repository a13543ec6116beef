package dev.gatehouse.bench;

import dev.gatehouse.support.GatewayProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rate of the whole way while a reader holds a snapshot open, which keeps PostgreSQL from
 * clearing dead rows; against the rate just before.
 */
final class ReaderSection implements Section {
  @Override
  public String name() {
    return "reader";
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public List<Row> measure(Rig rig) {
    String url = rig.migratedDatabase();
    WholeWay way = new WholeWay(rig, url);
    try (GatewayProcess gateway = way.start();
        Connection reader = DriverManager.getConnection(url)) {
      way.warm(gateway.port());
      List<Double> before = rig.rounds(() -> way.live(gateway.port()));
      reader.setAutoCommit(false);
      reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement statement = reader.createStatement()) {
        statement.execute("select count(*) from lane");
      }
      List<Double> during = new ArrayList<>();
      long end = System.nanoTime() + rig.options().reader().toNanos();
      while (System.nanoTime() < end) {
        during.add(way.live(gateway.port()));
      }
      List<Double> last = during.subList(Math.max(0, during.size() - before.size()), during.size());
      Map<String, Object> beside = new LinkedHashMap<>();
      beside.put("before/s", Ceiling.median(before));
      beside.put("at_the_end/s", Ceiling.median(last));
      return List.of(
          Row.atLeast(
              "rate with a reader holding a snapshot open for %d minutes"
                  .formatted(rig.options().reader().toMinutes()),
              Ceiling.median(last) / Ceiling.median(before),
              0.9,
              beside));
    } catch (SQLException e) {
      throw new IllegalStateException("long reader", e);
    }
  }
}
