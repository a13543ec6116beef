package dev.gatehouse.receive.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class EntityRuleTest {
  @Test
  void aPrefixMeansEveryTypeThatStartsWithIt() {
    EntityRule rule = EntityRule.of("order", Set.of("order.*", "refund"), "json:/id");
    assertThat(rule.wants("order.paid")).isTrue();
    assertThat(rule.wants("order.item.added")).isTrue();
    assertThat(rule.wants("refund")).isTrue();
    assertThat(rule.wants("orders.paid")).isFalse();
    assertThat(rule.wants("order")).isFalse();
    assertThat(rule.wants(null)).isFalse();
  }
}
