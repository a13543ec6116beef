package dev.gatehouse.receive.extract;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Undoes {@code Content-Encoding: gzip} and {@code deflate} (RFC 9110, section 8.4.1), within
 * bounds; other codings stay as they are.
 *
 * @param maxBytes most bytes that may come out
 * @param maxRatio most bytes that may come out for each that went in
 */
public record Unpacking(int maxBytes, int maxRatio) {
  /** Text rarely packs better than 20 to 1; a bomb is beyond 1000. */
  public static final int MAX_RATIO = 200;

  private static final int CHUNK = 8 << 10;

  /** Small bodies of one repeated letter are no bombs. */
  private static final int FREE = 64 << 10;

  public Unpacking {
    if (maxBytes < 1 || maxRatio < 1) {
      throw new IllegalArgumentException("bounds of unpacking are positive");
    }
  }

  /** With the usual ratio. */
  public static Unpacking upTo(int maxBytes) {
    return new Unpacking(maxBytes, MAX_RATIO);
  }

  /** What came of it. */
  public sealed interface Result {
    /** The body as it can be read; the same object when it was not packed. */
    record Plain(RawBody body) implements Result {}

    /** Too large, or broken. */
    record Failed(Fault fault) implements Result {}
  }

  /** Unpacks one body; never throws for anything a sender can send. */
  public Result unpack(Headers headers, RawBody body) {
    List<String> codings = headers.all("Content-Encoding");
    String coding = codings.size() == 1 ? codings.getFirst().strip().toLowerCase(Locale.ROOT) : "";
    return switch (coding) {
      case "gzip", "x-gzip" -> inflate(body, true);
      case "deflate" -> inflate(body, false);
      default -> new Result.Plain(body);
    };
  }

  private Result inflate(RawBody body, boolean gzip) {
    long limit = Math.min(maxBytes, Math.max(FREE, (long) body.length() * maxRatio));
    Inflater inflater = new Inflater(!gzip && !isZlib(body.bytes()));
    try (InputStream in = open(body, gzip, inflater)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream(Math.min(body.length(), 1 << 14) * 4);
      byte[] chunk = new byte[CHUNK];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        if (out.size() + (long) read > limit) {
          return new Result.Failed(
              new Fault(ErrorCode.TOO_LARGE, "the body is larger than allowed once unpacked"));
        }
        out.write(chunk, 0, read);
      }
      return new Result.Plain(new RawBody(out.toByteArray()));
    } catch (IOException e) {
      return new Result.Failed(
          new Fault(ErrorCode.UNPARSEABLE_BODY, "the body is not packed as its header says"));
    } finally {
      inflater.end();
    }
  }

  private static InputStream open(RawBody body, boolean gzip, Inflater inflater)
      throws IOException {
    InputStream bytes = new ByteArrayInputStream(body.bytes());
    return gzip ? new GZIPInputStream(bytes) : new InflaterInputStream(bytes, inflater);
  }

  /** RFC 1950, section 2.2; some senders leave the wrapping out. */
  private static boolean isZlib(byte[] bytes) {
    return bytes.length >= 2
        && (bytes[0] & 0x0F) == 8
        && ((bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF)) % 31 == 0;
  }
}
