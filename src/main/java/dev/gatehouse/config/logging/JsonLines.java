package dev.gatehouse.config.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.LayoutBase;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import tools.jackson.core.JacksonException;

/**
 * One record, one line: {@code at}, {@code level}, {@code logger}, {@code message}, then the fields
 * of the record and of its context ({@code request_id}, {@code lane}, …), then the error.
 *
 * <p>Messages of the JDBC driver and of the JSON parser are left out: they quote rows and bodies.
 */
public final class JsonLines extends LayoutBase<ILoggingEvent> {
  private static final int MAX_MESSAGE = 4_000;
  private static final int MAX_FIELD = 500;
  private static final int MAX_FIELDS = 32;
  private static final int MAX_FRAMES = 24;
  private static final int MAX_CAUSES = 5;
  private static final Set<String> OWN =
      Set.of("at", "level", "logger", "message", "thread", "error", "trace");

  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(256);
    line.append("{\"at\":\"").append(event.getInstant()).append('"');
    field(line, "level", event.getLevel().toString(), MAX_FIELD);
    field(line, "logger", event.getLoggerName(), MAX_FIELD);
    field(line, "message", String.valueOf(event.getFormattedMessage()), MAX_MESSAGE);
    field(line, "thread", event.getThreadName(), MAX_FIELD);
    Set<String> seen = new HashSet<>(OWN);
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        extra(line, seen, pair.key, pair.value);
      }
    }
    for (Map.Entry<String, String> entry : event.getMDCPropertyMap().entrySet()) {
      extra(line, seen, entry.getKey(), entry.getValue());
    }
    if (event.getThrowableProxy() != null) {
      error(line, event.getThrowableProxy());
    }
    return line.append("}\n").toString();
  }

  private static void extra(
      StringBuilder line, Set<String> seen, String key, @Nullable Object value) {
    if (seen.size() >= MAX_FIELDS + OWN.size() || !seen.add(key)) {
      return;
    }
    if (value instanceof Number || value instanceof Boolean) {
      line.append(',');
      JsonText.append(line, key, 80);
      boolean finite = !(value instanceof Double d) || Double.isFinite(d);
      line.append(':').append(finite ? value : "null");
    } else {
      field(line, key, String.valueOf(value), MAX_FIELD);
    }
  }

  private static void field(StringBuilder line, String key, String value, int max) {
    line.append(',');
    JsonText.append(line, key, 80);
    line.append(':');
    // Cut before masking, so that masking never walks more than is written (plus some slack).
    String bounded = value.length() > max * 2 ? value.substring(0, max * 2) : value;
    JsonText.append(line, Masking.mask(bounded), max);
  }

  private static void error(StringBuilder line, IThrowableProxy thrown) {
    StringBuilder error = new StringBuilder();
    int depth = 0;
    for (IThrowableProxy cause = thrown;
        cause != null && depth < MAX_CAUSES;
        cause = cause.getCause()) {
      error.append(depth++ == 0 ? "" : " <- ").append(told(cause));
    }
    field(line, "error", error.toString(), MAX_MESSAGE);
    line.append(",\"trace\":[");
    StackTraceElementProxy[] frames = thrown.getStackTraceElementProxyArray();
    for (int i = 0; frames != null && i < Math.min(frames.length, MAX_FRAMES); i++) {
      line.append(i == 0 ? "" : ",");
      JsonText.append(line, frames[i].getStackTraceElement().toString(), MAX_FIELD);
    }
    line.append(']');
  }

  private static String told(IThrowableProxy proxy) {
    Throwable thrown = proxy instanceof ThrowableProxy real ? real.getThrowable() : null;
    if (thrown instanceof SQLException sql) {
      return proxy.getClassName() + " (SQL state " + sql.getSQLState() + ")";
    }
    if (thrown instanceof JacksonException || proxy.getMessage() == null) {
      return proxy.getClassName();
    }
    return proxy.getClassName() + ": " + proxy.getMessage();
  }
}
