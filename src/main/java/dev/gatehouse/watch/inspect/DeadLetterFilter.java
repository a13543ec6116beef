package dev.gatehouse.watch.inspect;

import dev.gatehouse.deadletter.triage.Stage;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.event.ErrorCode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters are asked for; parts that are null do not matter.
 *
 * @param status any of these; empty: any status
 * @param from opened at or after
 * @param to opened before
 */
public record DeadLetterFilter(
    List<Status> status,
    @Nullable String source,
    @Nullable String type,
    @Nullable String machine,
    @Nullable String key,
    @Nullable String destination,
    @Nullable Stage stage,
    @Nullable ErrorCode code,
    ErrorCode.@Nullable Category category,
    @Nullable String owner,
    @Nullable String group,
    @Nullable UUID event,
    @Nullable Instant from,
    @Nullable Instant to) {

  public DeadLetterFilter {
    status = List.copyOf(status);
  }

  /** Every dead letter. */
  public static final DeadLetterFilter NONE =
      new DeadLetterFilter(
          List.of(), null, null, null, null, null, null, null, null, null, null, null, null, null);
}
