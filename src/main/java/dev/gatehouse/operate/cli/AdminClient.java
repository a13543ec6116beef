package dev.gatehouse.operate.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the admin API of a running gateway; every answer that is no success is a {@link CliFailure}.
 */
final class AdminClient {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private final String base;
  private final String token;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  AdminClient(String base, String token) {
    this.base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    this.token = token;
  }

  /**
   * @param path below {@code /api/v1}, its parts already encoded
   * @param query parameters; those that are null are left out
   */
  JsonNode get(String path, Map<String, ? extends @Nullable Object> query) {
    return json(exchange("GET", path + query(query), null));
  }

  /** Null when the answer has no body. */
  @Nullable JsonNode send(String method, String path, Map<String, ?> body) {
    byte[] answer = exchange(method, path, JSON.writeValueAsString(body));
    return answer.length == 0 ? null : json(answer);
  }

  /** The body of an answer, whatever it is. */
  byte[] bytes(String path) {
    return exchange("GET", path, null);
  }

  /** One part of a path, or a value of a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static String query(Map<String, ? extends @Nullable Object> query) {
    StringBuilder text = new StringBuilder();
    query.forEach(
        (name, value) -> {
          if (value != null) {
            text.append(text.isEmpty() ? '?' : '&')
                .append(encoded(name))
                .append('=')
                .append(encoded(value.toString()));
          }
        });
    return text.toString();
  }

  private byte[] exchange(String method, String path, @Nullable String body) {
    HttpRequest request;
    try {
      request =
          HttpRequest.newBuilder(URI.create(base + "/api/v1" + path))
              .timeout(LIMIT)
              .header("Authorization", "Bearer " + token)
              .header("Content-Type", "application/json")
              .method(
                  method,
                  body == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(body))
              .build();
    } catch (IllegalArgumentException e) {
      throw new CliFailure(CliFailure.USAGE, "the URL or the token cannot be used");
    }
    try {
      HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() >= 300) {
        throw failure(answer);
      }
      return answer.body();
    } catch (ConnectException e) {
      throw new CliFailure(CliFailure.AWAY, "no gateway answers at " + base);
    } catch (IOException e) {
      throw new CliFailure(CliFailure.AWAY, "the gateway at " + base + " broke off the answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliFailure(CliFailure.AWAY, "interrupted");
    }
  }

  private static JsonNode json(byte[] bytes) {
    try {
      return JSON.readTree(bytes);
    } catch (JacksonException e) {
      throw new CliFailure(CliFailure.AWAY, "what answers there is no gateway");
    }
  }

  private static CliFailure failure(HttpResponse<byte[]> answer) {
    int status = answer.statusCode();
    int exit =
        switch (status) {
          case 404, 409 -> CliFailure.NO;
          case 400, 401, 403, 405, 413, 415 -> CliFailure.USAGE;
          default -> CliFailure.AWAY;
        };
    return new CliFailure(exit, message(answer.body(), status));
  }

  private static String message(byte[] body, int status) {
    try {
      JsonNode problem = JSON.readTree(body);
      String field = problem.path("field").asString("");
      String detail = problem.path("detail").asString("");
      if (!detail.isEmpty()) {
        return (field.isEmpty() ? "" : field + ": ") + detail;
      }
    } catch (JacksonException e) {
      // Something else than a gateway answers there; its status has to do.
    }
    return "the answer was HTTP " + status;
  }
}
