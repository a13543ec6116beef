package dev.gatehouse.operate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gatehouse.replay.Replay;
import dev.gatehouse.replay.ReplayReport;
import dev.gatehouse.replay.plan.Counts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A replay as the API shows it.
 *
 * @param underWay given back and not at their end; part of what is left
 * @param stages the position of the last item of each
 * @param failedBy how many by code; these three only where one replay is shown
 * @param forecast how many by word and reason
 * @param forecastDiffers how many would end otherwise than last time
 */
record ReplayView(
    UUID id,
    String state,
    String subject,
    boolean dryRun,
    boolean needsApproval,
    JsonNode filter,
    String reason,
    String requestedBy,
    @JsonInclude @Nullable String approvedBy,
    int stage,
    List<Integer> stages,
    double stopAtFailureRatio,
    int perSecond,
    int atOnce,
    Counts counts,
    int underWay,
    @JsonInclude @Nullable String stopReason,
    Instant createdAt,
    @JsonInclude @Nullable Instant startedAt,
    @JsonInclude @Nullable Instant finishedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, Long> failedBy,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, Long> skippedBy,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, Long> forecast,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long forecastDiffers) {

  static ReplayView of(Replay r, ReplayReport.@Nullable Sums sums) {
    return new ReplayView(
        r.id().value(),
        r.state().text(),
        r.subject().text(),
        r.dryRun(),
        r.needsApproval(),
        Json.MAPPER.readTree(r.filter()),
        r.reason(),
        r.requestedBy(),
        r.approvedBy(),
        r.stage(),
        r.stageEnds(),
        r.stopAtFailureRatio(),
        r.perSecond(),
        r.atOnce(),
        r.counts(),
        r.underWay(),
        r.stopReason(),
        r.createdAt(),
        r.startedAt(),
        r.finishedAt(),
        sums == null ? null : sums.failed(),
        sums == null ? null : sums.skipped(),
        sums == null ? null : sums.forecast(),
        sums == null ? null : sums.forecastDiffers());
  }
}
