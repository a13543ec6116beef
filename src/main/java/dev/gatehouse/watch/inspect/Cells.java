package dev.gatehouse.watch.inspect;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Reads the cells of a row by name. */
final class Cells {
  private final Record row;

  Cells(Record row) {
    this.row = row;
  }

  UUID uuid(String name) {
    return Objects.requireNonNull(row.get(name, UUID.class), name);
  }

  @Nullable UUID uuidOrNull(String name) {
    return row.get(name, UUID.class);
  }

  String text(String name) {
    return Objects.requireNonNull(row.get(name, String.class), name);
  }

  @Nullable String textOrNull(String name) {
    return row.get(name, String.class);
  }

  Instant at(String name) {
    return Objects.requireNonNull(row.get(name, Instant.class), name);
  }

  @Nullable Instant atOrNull(String name) {
    return row.get(name, Instant.class);
  }

  long number(String name) {
    return Objects.requireNonNull(row.get(name, Long.class), name);
  }

  int integer(String name) {
    return Objects.requireNonNull(row.get(name, Integer.class), name);
  }

  @Nullable Long numberOrNull(String name) {
    return row.get(name, Long.class);
  }

  @Nullable Integer integerOrNull(String name) {
    return row.get(name, Integer.class);
  }

  boolean yes(String name) {
    return Boolean.TRUE.equals(row.get(name, Boolean.class));
  }

  @Nullable String hexOrNull(String name) {
    byte[] bytes = row.get(name, byte[].class);
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }

  /** Of an array of text; empty for null. */
  List<String> texts(String name) {
    String[] all = row.get(name, String[].class);
    return all == null ? List.of() : List.of(all);
  }

  /** Of a comma-separated list. */
  List<String> words(String name) {
    String all = row.get(name, String.class);
    return all == null || all.isEmpty() ? List.of() : List.of(all.split(",", -1));
  }
}
