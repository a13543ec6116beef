package dev.gatehouse.operate.api;

import dev.gatehouse.replay.ReplaySettings;
import dev.gatehouse.replay.Wish;
import dev.gatehouse.replay.plan.Conduct;
import dev.gatehouse.replay.plan.ReplayFilter;
import dev.gatehouse.replay.plan.Share;
import dev.gatehouse.replay.plan.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the body of a wish for a replay. */
final class ReplayWish {
  static final String[] MEMBERS = {
    "filter",
    "reason",
    "dry_run",
    "approval",
    "canary",
    "stages",
    "hold_between_stages",
    "stop_at_failure_ratio",
    "per_second",
    "at_once"
  };

  private static final String[] FILTER = {
    "subject",
    "source",
    "type",
    "code",
    "group",
    "schema_version",
    "from",
    "to",
    "destination",
    "machine",
    "key",
    "owner",
    "ids",
    "limit"
  };

  private static final int MAX_TEXT = 300;
  private static final String SHARE = "is a number from 1, or from 1% to 100%";

  private ReplayWish() {}

  static Wish read(Body body, @Nullable String idempotencyKey, String actor) {
    return new Wish(
        filter(body.object("filter", FILTER)),
        conduct(body),
        body.flag("dry_run"),
        body.flag("approval"),
        body.required("reason", 1000),
        idempotencyKey,
        actor);
  }

  private static ReplayFilter filter(Body f) {
    Subject subject = f.value("subject", Subject::parse, "is dead_letters, events or deliveries");
    ReplayFilter filter =
        new ReplayFilter(
            subject == null ? Subject.DEAD_LETTERS : subject,
            f.text("source", MAX_TEXT),
            f.text("type", MAX_TEXT),
            f.text("code", MAX_TEXT),
            f.text("group", MAX_TEXT),
            f.text("schema_version", MAX_TEXT),
            f.instant("from"),
            f.instant("to"),
            f.text("destination", MAX_TEXT),
            f.text("machine", MAX_TEXT),
            f.text("key", MAX_TEXT),
            f.text("owner", MAX_TEXT),
            ids(f),
            f.whole("limit", 1, ReplaySettings.MAX_ITEMS));
    filter
        .fault()
        .ifPresent(
            fault -> {
              throw Problem.field("filter", fault);
            });
    return filter;
  }

  private static List<UUID> ids(Body f) {
    List<String> texts = f.texts("ids", 36);
    return texts == null
        ? List.of()
        : texts.stream()
            .map(
                text ->
                    Texts.uuid(text).orElseThrow(() -> Problem.field("ids", "is a list of UUIDs")))
            .toList();
  }

  private static Conduct conduct(Body body) {
    Double ratio = body.ratio("stop_at_failure_ratio");
    Integer perSecond = body.whole("per_second", 1, Conduct.MOST);
    Integer atOnce = body.whole("at_once", 1, Conduct.MOST);
    String canary = body.amount("canary");
    List<Share> stages = new ArrayList<>();
    body.amounts("stages").forEach(text -> stages.add(share("stages", text)));
    return new Conduct(
        canary == null ? null : share("canary", canary),
        stages,
        body.flag("hold_between_stages"),
        Objects.requireNonNullElse(ratio, Conduct.DEFAULT_RATIO),
        Objects.requireNonNullElse(perSecond, Conduct.DEFAULT_PER_SECOND),
        Objects.requireNonNullElse(atOnce, Conduct.DEFAULT_AT_ONCE));
  }

  private static Share share(String name, String text) {
    return Share.parse(text).orElseThrow(() -> Problem.field(name, SHARE));
  }
}
