package dev.gatehouse.bench;

import dev.gatehouse.receive.intake.Body;
import dev.gatehouse.receive.intake.Exchange;
import dev.gatehouse.receive.intake.IntakeListener;
import dev.gatehouse.receive.intake.IntakeSettings;
import dev.gatehouse.receive.intake.PublicServer;
import dev.gatehouse.receive.intake.Reply;

/**
 * The echo ceiling: the gateway's own public server with a handler that reads the body and answers
 * as long an answer as an accepted event gets. A process of its own, with the gateway's flags.
 */
final class EchoServer {
  private static final Reply ANSWER =
      Reply.json(
          200, "{\"status\":\"accepted\",\"event\":\"0197b0c4-0000-7000-8000-000000000000\"}");

  private EchoServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    PublicServer server =
        PublicServer.create(
                IntakeSettings.DEFAULTS.at("127.0.0.1", 0), IntakeListener.NONE, EchoServer::answer)
            .start();
    System.out.println("ready " + server.port());
    Thread.currentThread().join();
  }

  private static void answer(Exchange exchange) {
    exchange.readBody(
        1 << 20,
        body -> exchange.answer(body instanceof Body.Complete ? ANSWER : Reply.error(400, "body")));
  }
}
