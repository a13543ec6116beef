package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.StopWish;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Remembers that an answer began. The client throws some answers away with an exception (407
 * without a proxy, 204 with a body, a body that breaks off); the receiver has answered all the
 * same.
 */
final class StatusSeen {
  /** Written and read on the thread of the call. */
  private @Nullable AttemptResult result;

  /** All that is taken from an answer. */
  static AttemptResult answered(Response response) {
    return new AttemptResult.Answered(
        response.code(),
        response.header("Retry-After"),
        StopWish.of(response.header(StopWish.HEADER)));
  }

  @Nullable AttemptResult result() {
    return result;
  }

  /** Tells each request's own note. */
  static final class Listener extends EventListener {
    @Override
    public void responseHeadersEnd(Call call, Response response) {
      StatusSeen seen = call.request().tag(StatusSeen.class);
      if (seen != null && response.code() >= 200) {
        seen.result = answered(response);
      }
    }
  }
}
