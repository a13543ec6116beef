package dev.gatehouse.app;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.deadletter.Decisions;
import dev.gatehouse.deliver.worker.Deliverer;
import dev.gatehouse.deliver.worker.Reruns;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.operate.api.AdminParts;
import dev.gatehouse.operate.api.AdminServer;
import dev.gatehouse.operate.api.AdminSettings;
import dev.gatehouse.operate.api.Catalogue;
import dev.gatehouse.operate.api.DestinationControl;
import dev.gatehouse.operate.api.FirstToken;
import dev.gatehouse.process.lane.LaneService;
import dev.gatehouse.process.lane.ProcessSettings;
import dev.gatehouse.receive.journal.EventReader;
import dev.gatehouse.replay.Engine;
import dev.gatehouse.replay.ReplaySettings;
import dev.gatehouse.replay.Replays;
import dev.gatehouse.watch.alert.AlertRounds;
import dev.gatehouse.watch.alert.Alerts;
import dev.gatehouse.watch.inspect.Bookkeeper;
import dev.gatehouse.watch.inspect.RouteTrial;
import dev.gatehouse.watch.inspect.StatsReader;
import dev.gatehouse.watch.metrics.Metrics;
import java.time.Duration;

/** Builds the port for people and programs, and what looks over the tables for them. */
final class AdminRoom {
  private static final Duration ALERTS_EVERY = Duration.ofSeconds(10);

  private AdminRoom() {}

  static AdminServer build(
      Core core,
      Metrics metrics,
      ProcessSettings process,
      Deliverer deliverer,
      LaneService lanes,
      Closing closing) {
    StatsReader stats =
        new StatsReader(
            new Bookkeeper(core.database(), core.clock()), core.database(), core.clock());
    Alerts alerts = new Alerts(core.clock(), core.ids());
    metrics.watch(core.database());
    metrics.watch(stats::last);
    closing.add("alerts", new AlertRounds(core.database(), stats, alerts, ALERTS_EVERY)).start();
    new FirstToken(core.database(), core.clock(), core.ids())
        .ensure(
            core.options().environment().get("GATEHOUSE_ADMIN_TOKEN"), core.options().dataDir());
    Reruns deliveries = new Reruns();
    GivingBack events = new GivingBack(new EventReader());
    Decisions decisions =
        new Decisions(
            core.clock(),
            core.ids(),
            new Decisions.Returns(events, deliveries, events, deliveries));
    Runnable wake =
        () -> {
          lanes.sweep();
          deliverer.wake();
        };
    return AdminServer.create(
        address(core),
        new AdminParts(
            core.database(),
            decisions,
            replays(core, process, decisions, deliveries, closing, wake),
            core.secrets(),
            stats,
            alerts,
            control(deliverer),
            () -> catalogue(core),
            () -> new RouteTrial.Rules(process, core.settings().destinations()),
            metrics::scrape,
            core.ring()::refresh,
            wake,
            core.clock(),
            core.ids()));
  }

  /** Starts looking after replays; gives what asks for them. */
  private static Replays replays(
      Core core,
      ProcessSettings process,
      Decisions decisions,
      Reruns deliveries,
      Closing closing,
      Runnable wake) {
    var unused =
        closing
            .add(
                "replays",
                new Engine(
                    new Engine.Parts(
                        core.database(),
                        decisions,
                        deliveries,
                        new EventReader(),
                        () -> process,
                        () -> core.settings().destinations().keySet(),
                        wake)))
            .start();
    return new Replays(() -> ReplaySettings.DEFAULT, core.ids());
  }

  private static AdminSettings address(Core core) {
    var file = core.settings().admin();
    return AdminSettings.DEFAULTS.at(file.host(), core.options().adminPort().orElse(file.port()));
  }

  private static Catalogue catalogue(Core core) {
    var settings = core.settings();
    return new Catalogue(
        settings.sources().values().stream()
            .map(
                source ->
                    new Catalogue.Source(
                        source.name(), source.provider(), confidence(source.provider())))
            .toList(),
        settings.destinations().values().stream()
            .map(
                destination ->
                    new Catalogue.Destination(
                        destination.name(),
                        destination.target().kind(),
                        destination.target().shown()))
            .toList(),
        core.revision(),
        settings.shown());
  }

  /** Of the presets that came with the program; a rule of the operator's is the operator's word. */
  private static String confidence(String provider) {
    return PresetCatalogue.bundled()
        .preset(provider)
        .map(preset -> preset.confidence().shown())
        .orElse("own");
  }

  private static DestinationControl control(Deliverer deliverer) {
    return new DestinationControl() {
      @Override
      public void pause(DestinationName destination, String actor, String reason) {
        var unused = deliverer.pause(destination, actor, reason);
      }

      @Override
      public void resume(DestinationName destination, String actor, String reason) {
        var unused = deliverer.resume(destination, actor, reason);
      }

      @Override
      public int inFlight(DestinationName destination) {
        return deliverer.activity(destination).underWay();
      }

      @Override
      public int concurrency(DestinationName destination) {
        return deliverer.activity(destination).stands();
      }
    };
  }
}
