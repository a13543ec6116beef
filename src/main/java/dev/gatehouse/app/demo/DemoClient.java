package dev.gatehouse.app.demo;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Speaks HTTP to the gateway's two ports, as a provider and as an operator. */
final class DemoClient implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final String publicUrl;
  private final String adminUrl;
  private final String token;

  DemoClient(int publicPort, int adminPort, String token) {
    this.publicUrl = "http://127.0.0.1:" + publicPort;
    this.adminUrl = "http://127.0.0.1:" + adminPort;
    this.token = token;
  }

  /** What the sender heard. */
  record Answer(int status, JsonNode body) {
    /** The word for it: {@code accepted}, {@code duplicate}, or the error. */
    String word() {
      return body.path(status == 200 ? "status" : "error").asString("");
    }
  }

  /** The URL a provider would be given for the source. */
  String url(String source) {
    return publicUrl + "/in/" + source;
  }

  /** Posts that many copies at the same moment. */
  List<Answer> post(String source, Headers headers, RawBody body, int copies) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url(source)))
            .timeout(LIMIT)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.bytes()));
    headers.fields().forEach(field -> request.header(field.name(), field.value()));
    HttpRequest ready = request.build();
    return Stream.generate(() -> http.sendAsync(ready, HttpResponse.BodyHandlers.ofByteArray()))
        .limit(copies)
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .map(answer -> new Answer(answer.statusCode(), read(answer.body())))
        .toList();
  }

  /** Asks the admin API. */
  JsonNode get(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(adminUrl + "/api/v1" + path))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + token)
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new IOException("the admin API answered " + answer.statusCode() + " to " + path);
    }
    return read(answer.body());
  }

  @Override
  public void close() {
    http.close();
  }

  private static JsonNode read(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return text.startsWith("{") ? JSON.readTree(text) : JSON.createObjectNode();
  }
}
