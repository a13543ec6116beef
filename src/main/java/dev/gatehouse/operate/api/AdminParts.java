package dev.gatehouse.operate.api;

import dev.gatehouse.config.secrets.Secrets;
import dev.gatehouse.db.Database;
import dev.gatehouse.deadletter.Decisions;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.replay.Replays;
import dev.gatehouse.watch.alert.Alerts;
import dev.gatehouse.watch.inspect.RouteTrial;
import dev.gatehouse.watch.inspect.StatsReader;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What the admin port works with.
 *
 * @param catalogue a snapshot of what is configured, asked for each request
 * @param rules likewise: machines, routes and destinations as they work
 * @param metrics the text for Prometheus
 * @param secretsChanged has the secrets of sources read anew on this node, at once
 * @param wake tells lanes and deliverer that work was given back; must not block
 */
public record AdminParts(
    Database database,
    Decisions decisions,
    Replays replays,
    Secrets secrets,
    StatsReader stats,
    Alerts alerts,
    DestinationControl destinations,
    Supplier<Catalogue> catalogue,
    Supplier<RouteTrial.Rules> rules,
    Supplier<String> metrics,
    Runnable secretsChanged,
    Runnable wake,
    InstantSource clock,
    EventIds ids) {}
