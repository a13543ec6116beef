package dev.gatehouse.cases;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A request that a case's source has to take: an order that is paid. */
final class GoodRequest {
  private GoodRequest() {}

  /**
   * Signed with the first secret, at the time the gateway believes in.
   *
   * @param entity the key of the order, or whatever else the source's entities are
   */
  static CaseRequest of(CaseFile file, String id, String entity) {
    JsonNode source = file.source();
    String json =
        "{\"id\":\"%s\",\"type\":\"order.paid\",\"order\":\"%s\",\"sub\":\"%2$s\",\"seq\":1}"
            .formatted(id, entity);
    boolean form = source.path("body_format").asString().startsWith("form:");
    String text = form ? "payload=" + URLEncoder.encode(json, StandardCharsets.UTF_8) : json;
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    long now = file.clock().orElseGet(Instant::now).getEpochSecond();
    CaseMac mac = new CaseMac(source);
    List<CaseRequest.Header> headers = new ArrayList<>();
    headers.add(
        new CaseRequest.Header(
            "Content-Type", form ? "application/x-www-form-urlencoded" : "application/json"));
    String signature = mac.sign(body, file.secrets().getFirst(), id, now);
    headers.add(new CaseRequest.Header(mac.header(), signature));
    if (source.path("event_id").asString().startsWith("header:")) {
      String header = source.path("event_id").asString().substring("header:".length());
      headers.add(new CaseRequest.Header(header, id));
    }
    String timeHeader = source.path("signature").path("timestamp_header").asString("");
    if (!timeHeader.isEmpty()) {
      headers.add(new CaseRequest.Header(timeHeader, Long.toString(now)));
    }
    return new CaseRequest(
        "POST",
        source.path("route").asString(),
        headers,
        body,
        false,
        -1,
        1,
        false,
        StandardCharsets.UTF_8,
        "valid");
  }
}
