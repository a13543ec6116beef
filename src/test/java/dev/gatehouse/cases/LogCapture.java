package dev.gatehouse.cases;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.gatehouse.config.logging.JsonLines;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Keeps every log record as the line that would be printed. */
final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final JsonLines layout = new JsonLines();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  static LogCapture attach() {
    LogCapture capture = new LogCapture();
    capture.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
    capture.layout.start();
    capture.start();
    root().addAppender(capture);
    return capture;
  }

  String text() {
    return String.join("", lines);
  }

  @Override
  protected void append(ILoggingEvent event) {
    lines.add(layout.doLayout(event));
  }

  @Override
  public void close() {
    root().detachAppender(this);
    stop();
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }
}
