package dev.gatehouse.operate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list that is short enough to come as a whole; the shape is that of a page. */
record Whole<T>(List<T> data, @JsonInclude @Nullable String next) {
  Whole(List<T> data) {
    this(data, null);
  }
}
