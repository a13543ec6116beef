package dev.gatehouse.bench;

import dev.gatehouse.support.GatewayProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rate of acknowledgement with millions of events stored, against an empty database. */
final class StoredSection implements Section {
  @Override
  public String name() {
    return "stored";
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public List<Row> measure(Rig rig) {
    String emptyUrl = rig.migratedDatabase();
    String fullUrl = rig.migratedDatabase();
    long events = rig.options().storedEvents();
    Rig.say("  storing %d events", events);
    new StoredEvents(fullUrl).fill(events);
    rig.lanes(emptyUrl).hold();
    rig.lanes(fullUrl).hold();
    List<Double> ratios = new ArrayList<>();
    List<Double> emptyRates = new ArrayList<>();
    List<Double> fullRates = new ArrayList<>();
    try (GatewayProcess empty = rig.gateway(BenchConfig.acknowledging(), emptyUrl);
        GatewayProcess full = rig.gateway(BenchConfig.acknowledging(), fullUrl)) {
      rig.warm("empty database", empty.port());
      rig.warm("full database", full.port());
      for (int i = 0; i < rig.options().rounds(); i++) {
        emptyRates.add(rig.closed("empty database", empty.port()).perSecond());
        fullRates.add(rig.closed("full database", full.port()).perSecond());
        ratios.add(fullRates.getLast() / emptyRates.getLast());
      }
    }
    Map<String, Object> beside = new LinkedHashMap<>();
    beside.put("empty/s", Ceiling.median(emptyRates));
    beside.put("stored/s", Ceiling.median(fullRates));
    return List.of(
        Row.atLeast(
            "rate with %d million events stored, against an empty database"
                .formatted(events / 1_000_000),
            Ceiling.median(ratios),
            0.9,
            beside));
  }
}
