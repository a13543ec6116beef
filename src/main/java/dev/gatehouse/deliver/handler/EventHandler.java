package dev.gatehouse.deliver.handler;

import java.util.Map;

/**
 * Takes events inside the gateway's own process. Found by {@link java.util.ServiceLoader}; needs a
 * public constructor without parameters. One object serves a destination, from many threads.
 */
public interface EventHandler extends AutoCloseable {
  /** By which the configuration asks for it. */
  String name();

  /**
   * Called once before the first event.
   *
   * @param settings as configured, secrets in clear
   * @throws Exception what is missing; the destination is paused until a person resumes it
   */
  default void open(Map<String, String> settings) throws Exception {}

  /**
   * Takes an event; returning means it is done with. Comes again with the same {@link
   * HandledEvent#key} when it is not known to have ended well. Is interrupted at the time limit.
   *
   * @throws HandlerRefused to say what shall follow
   * @throws Exception anything else is tried again
   */
  void handle(HandledEvent event) throws Exception;

  /** Called when the destination is closed. */
  @Override
  default void close() throws Exception {}
}
