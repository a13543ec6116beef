package dev.gatehouse.replay.plan;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A part of the items: a number of them, or percent of all.
 *
 * @param amount 1 or more; at most 100 for percent
 */
public record Share(int amount, boolean percent) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,7})(%?)");

  public Share {
    if (amount < 1 || (percent && amount > 100)) {
      throw new IllegalArgumentException("a share is 1 or more, and 1% to 100%");
    }
  }

  /** Reads {@code 25} or {@code 10%}; empty for anything else. */
  public static Optional<Share> parse(String text) {
    var form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    int amount = Integer.parseInt(form.group(1));
    boolean percent = !form.group(2).isEmpty();
    return amount < 1 || (percent && amount > 100)
        ? Optional.empty()
        : Optional.of(new Share(amount, percent));
  }

  /** How many that is of {@code all}: at least one, at most all. */
  public int of(int all) {
    long many = percent ? ((long) all * amount + 99) / 100 : amount;
    return (int) Math.min(all, many);
  }

  @Override
  public String toString() {
    return amount + (percent ? "%" : "");
  }
}
