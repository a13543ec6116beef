package dev.gatehouse.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The admin API as a program sees it: a token, JSON out, JSON in. */
public final class AdminApi {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final int port;
  private final String token;

  /** An answer; {@code json} is a missing node where the body is none. */
  public record Answer(int status, String text) {
    public JsonNode json() {
      return text.isBlank() ? JSON.missingNode() : JSON.readTree(text);
    }
  }

  public AdminApi(int port, String token) {
    this.port = port;
    this.token = token;
  }

  /**
   * Asks; anything but 200 is an error.
   *
   * @param path below {@code /api/v1}
   */
  public JsonNode get(String path) {
    Answer answer = send("GET", path, "");
    if (answer.status() != 200) {
      throw new IllegalStateException("GET " + path + ": " + answer);
    }
    return answer.json();
  }

  /** Sends a request below {@code /api/v1}; an empty body sends none. */
  public Answer send(String method, String path, String body) {
    return raw(method, "/api/v1" + path, body);
  }

  /** Sends a request to any path of the admin port. */
  public Answer raw(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
