package dev.gatehouse.receive.extract;

import dev.gatehouse.event.Fault;
import dev.gatehouse.event.RawBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The single events in a request. */
public final class Parts {
  /** More single events in one request are not taken apart. */
  public static final int MAX = 5_000;

  /** The request is one event. */
  static final Parts WHOLE = new Parts(List.of(), false, null);

  private final List<RawBody> each;
  private final boolean empty;
  private final @Nullable Fault fault;

  /** What the request says around its events. */
  private final @Nullable BodyReading around;

  private final byte @Nullable [] requestSha256;

  private Parts(
      List<RawBody> each,
      boolean empty,
      @Nullable Fault fault,
      @Nullable BodyReading around,
      byte @Nullable [] requestSha256) {
    this.each = List.copyOf(each);
    this.empty = empty;
    this.fault = fault;
    this.around = around;
    this.requestSha256 = requestSha256;
  }

  Parts(List<RawBody> each, boolean empty, @Nullable Fault fault) {
    this(each, empty, fault, null, null);
  }

  Parts of(BodyReading reading, RawBody request) {
    return new Parts(each, empty, fault, reading, request.sha256());
  }

  /**
   * Their documents, byte for byte as they stand in the request; none when the request is one
   * event.
   */
  public List<RawBody> each() {
    return each;
  }

  /** The list of events is there, and nothing in it. */
  public boolean isEmpty() {
    return empty;
  }

  /** Why a request that should be taken apart is taken whole; null when nothing is wrong. */
  public @Nullable Fault fault() {
    return fault;
  }

  @Nullable BodyReading around() {
    return around;
  }

  byte[] requestSha256() {
    if (requestSha256 == null) {
      throw new IllegalStateException("a request that is whole has no parts");
    }
    return requestSha256;
  }
}
