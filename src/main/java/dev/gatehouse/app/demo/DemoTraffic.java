package dev.gatehouse.app.demo;

import dev.gatehouse.event.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What is sent, in this order. The ids and people in it are made up. */
final class DemoTraffic {
  private static final Headers JSON = Headers.of("Content-Type", "application/json");

  private final long now;

  DemoTraffic(Instant now) {
    this.now = now.getEpochSecond();
  }

  List<DemoRequest> requests() {
    return List.of(
        stripe("Stripe: a payment succeeds", "evt_1", "succeeded", "pi_1", 0, Fate.delivered(1)),
        stripe("Stripe: the same event again", "evt_1", "succeeded", "pi_1", 0, Fate.duplicate()),
        stripe("Stripe: twenty copies at once", "evt_2", "succeeded", "pi_2", 0, Fate.delivered(1))
            .atOnce(20),
        stripe("Stripe: a forged payment", "evt_3", "succeeded", "pi_3", 0, Fate.refused())
            .signedWith("GITHUB"),
        stripe("Stripe: signed ten minutes ago", "evt_4", "succeeded", "pi_4", 0, Fate.refused())
            .signed(Duration.ofMinutes(10)),
        stripe(
                "Stripe: signed with the rotated secret",
                "evt_5",
                "succeeded",
                "pi_5",
                0,
                Fate.delivered(1))
            .signedWith("STRIPE_OLD"),
        stripe(
            "Stripe: a paid payment is cancelled",
            "evt_6",
            "canceled",
            "pi_1",
            1,
            Fate.dead("ILLEGAL_TRANSITION", 0)),
        github(),
        shopify(),
        slack(),
        gitlab(),
        erp(
            "Own system: shipped, before it is paid",
            "erp-1",
            "order.shipped",
            "1001",
            2,
            40,
            Fate.delivered(1)),
        erp(
            "Own system: paid, the missing link",
            "erp-2",
            "order.paid",
            "1001",
            1,
            40,
            Fate.delivered(1)),
        erp(
            "Own system: paid, as change number 5",
            "erp-3",
            "order.paid",
            "1002",
            5,
            70,
            Fate.delivered(1)),
        erp(
            "Own system: change number 3 comes late",
            "erp-4",
            "order.cancelled",
            "1002",
            3,
            70,
            Fate.stale()),
        erp(
            "Own system: cancelled, nobody asked to hear it",
            "erp-5",
            "order.cancelled",
            "1003",
            1,
            20,
            Fate.applied()),
        DemoRequest.of(
            "Own system: signed, but not JSON",
            "erp",
            "ERP",
            Headers.of("Content-Type", "application/json", "X-Event-Id", "erp-6"),
            "{\"type\":\"order.paid\",\"order\":{\"id\":",
            Fate.dead("UNPARSEABLE_BODY", 0)),
        standard(
            "Standard Webhooks: receiver heals at the third try",
            "msg_1",
            "invoice.paid",
            Fate.delivered(3)),
        standard(
            "Standard Webhooks: receiver never heals",
            "msg_2",
            "invoice.overdue",
            Fate.dead("RETRIES_EXHAUSTED", 4)));
  }

  /** An order paid; each number is an order of its own. */
  static DemoRequest order(int number) {
    return new DemoTraffic(Instant.now())
        .erp("", "load-" + number, "order.paid", "load-" + number, 1, 40, Fate.delivered(1));
  }

  private DemoRequest stripe(
      String title, String id, String what, String payment, int later, Fate fate) {
    return DemoRequest.of(
        title,
        "payments",
        "STRIPE",
        JSON,
        """
        {"id":"%s","object":"event","api_version":"2026-10-28","created":%d,"type":"payment_intent.%s",\
        "data":{"object":{"id":"%s","object":"payment_intent","amount":1999,"currency":"eur"}}}\
        """
            .formatted(id, now + later, what, payment),
        fate);
  }

  private static DemoRequest github() {
    return DemoRequest.of(
        "GitHub: a push",
        "code",
        "GITHUB",
        Headers.of(
            "Content-Type",
            "application/json",
            "X-GitHub-Event",
            "push",
            "X-GitHub-Delivery",
            "7a3f0c52-0001-4000-8000-000000000001"),
        "{\"ref\":\"refs/heads/main\",\"repository\":{\"id\":1,\"full_name\":\"example/shop\"},\"commits\":[]}",
        Fate.delivered(1));
  }

  private static DemoRequest shopify() {
    return DemoRequest.of(
        "Shopify: an order",
        "shop",
        "SHOPIFY",
        Headers.of(
            "Content-Type",
            "application/json",
            "X-Shopify-Topic",
            "orders/create",
            "X-Shopify-Event-Id",
            "98880550-7158-44d4-b7cd-2c97c8a091b5",
            "X-Shopify-Webhook-Id",
            "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
            "X-Shopify-Shop-Domain",
            "example.myshopify.com",
            "X-Shopify-API-Version",
            "2026-10"),
        "{\"id\":820982911946154508,\"name\":\"#9999\",\"total_price\":\"199.65\"}",
        Fate.delivered(1));
  }

  private DemoRequest slack() {
    return DemoRequest.of(
        "Slack: a message",
        "chat",
        "SLACK",
        JSON,
        """
        {"type":"event_callback","event_id":"Ev0000001","event_time":%d,"team_id":"T0001",\
        "event":{"type":"message","channel":"C0001","text":"hello"}}\
        """
            .formatted(now),
        Fate.delivered(1));
  }

  private static DemoRequest gitlab() {
    return DemoRequest.of(
        "GitLab: a push, by token",
        "pipeline",
        "GITLAB",
        Headers.of(
            "Content-Type",
            "application/json",
            "X-Gitlab-Event",
            "Push Hook",
            "X-Gitlab-Event-UUID",
            "13792a34-cac6-4fda-95a8-c58e00a3954e"),
        "{\"object_kind\":\"push\",\"project\":{\"id\":15,\"name\":\"shop\"}}",
        Fate.delivered(1));
  }

  private DemoRequest erp(
      String title, String id, String type, String order, int sequence, int total, Fate fate) {
    return DemoRequest.of(
        title,
        "erp",
        "ERP",
        Headers.of("Content-Type", "application/json", "X-Event-Id", id),
        "{\"type\":\"%s\",\"seq\":%d,\"at\":\"%s\",\"total\":%d,\"order\":{\"id\":\"%s\"}}"
            .formatted(type, sequence, Instant.ofEpochSecond(now), total, order),
        fate);
  }

  private DemoRequest standard(String title, String id, String type, Fate fate) {
    return DemoRequest.of(
        title,
        "billing",
        "STANDARD",
        Headers.of("Content-Type", "application/json", "webhook-id", id),
        "{\"type\":\"%s\",\"timestamp\":\"%s\",\"data\":{\"invoice\":\"in_1\"}}"
            .formatted(type, Instant.ofEpochSecond(now)),
        fate);
  }
}
