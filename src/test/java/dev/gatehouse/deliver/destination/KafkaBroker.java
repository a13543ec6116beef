package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/** A broker with its own controller, on loopback, for as long as a test needs it. */
final class KafkaBroker implements AutoCloseable {
  private final Path folder;
  private final int port;
  private final int controllerPort;
  private KafkaRaftServer server;

  private KafkaBroker(Path folder) throws IOException {
    this.folder = folder;
    this.port = free();
    this.controllerPort = free();
    Path file = folder.resolve("server.properties");
    try (var out = Files.newOutputStream(file)) {
      properties().store(out, null);
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int formatted =
        StorageTool.execute(
            new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()},
            new PrintStream(said));
    assertThat(formatted).as("formatting: %s", said).isZero();
    this.server = started();
  }

  static KafkaBroker start(Path folder) throws IOException {
    return new KafkaBroker(folder);
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  void topic(String name, int partitions, Map<String, String> config) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address()))) {
      admin
          .createTopics(
              java.util.List.of(new NewTopic(name, partitions, (short) 1).configs(config)))
          .all()
          .get();
    }
  }

  void stop() {
    server.shutdown();
    server.awaitShutdown();
  }

  void restart() {
    server = started();
  }

  @Override
  public void close() {
    stop();
  }

  private KafkaRaftServer started() {
    KafkaRaftServer fresh = new KafkaRaftServer(new KafkaConfig(properties()), Time.SYSTEM);
    fresh.startup();
    return fresh;
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.put("process.roles", "broker,controller");
    properties.put("node.id", "1");
    properties.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    properties.put(
        "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    properties.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
    properties.put("controller.listener.names", "CONTROLLER");
    properties.put("inter.broker.listener.name", "PLAINTEXT");
    properties.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
    properties.put("log.dirs", folder.resolve("log").toString());
    properties.put("auto.create.topics.enable", "false");
    properties.put("offsets.topic.replication.factor", "1");
    properties.put("transaction.state.log.replication.factor", "1");
    properties.put("transaction.state.log.min.isr", "1");
    return properties;
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
