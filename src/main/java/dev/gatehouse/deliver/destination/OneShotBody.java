package dev.gatehouse.deliver.destination;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * A body the client may send once: with one, it never repeats a request by itself. Names no content
 * type, so that the header goes out as it was received.
 */
final class OneShotBody extends RequestBody {
  private final byte[] bytes;

  OneShotBody(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public @Nullable MediaType contentType() {
    return null;
  }

  @Override
  public long contentLength() {
    return bytes.length;
  }

  @Override
  public boolean isOneShot() {
    return true;
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    sink.write(bytes);
  }
}
