package dev.gatehouse.receive.signature;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** How signatures are written in their header; {@link FormatGrammar} reads it from a small text. */
public sealed interface SignatureFormat {
  /** How the digest is written. */
  TextEncoding encoding();

  /** True when the time of signing is one of the elements. */
  boolean carriesTimestamp();

  /** Reads {@code sha256={hex}} and the like; see {@link FormatGrammar}. */
  static SignatureFormat parse(String text) {
    return FormatGrammar.parse(text);
  }

  /**
   * Fixed text with slots between: {@code {any}###{n}}, {@code {timestamp},{hex},…}, {@code
   * application {config:key}:{base64}}.
   *
   * @param literals one more than slots: the text before, between and after them
   * @param repeat separates more signatures after the last slot; 0: there is one
   */
  record Slots(List<String> literals, List<Slot> slots, TextEncoding encoding, char repeat)
      implements SignatureFormat {
    public Slots {
      literals = List.copyOf(literals);
      slots = List.copyOf(slots);
      if (slots.stream().filter(slot -> slot.what == Slot.What.SIGNATURE).count() != 1
          || slots.stream().filter(slot -> slot.what == Slot.What.TIMESTAMP).count() > 1) {
        throw new SpecMistake("a format holds one signature and at most one {timestamp}");
      }
      for (int i = 1; i < slots.size(); i++) {
        if (literals.get(i).isEmpty()) {
          throw new SpecMistake("between two values of a format stands something");
        }
      }
      if (repeat != 0 && slots.getLast().what != Slot.What.SIGNATURE) {
        throw new SpecMistake("only signatures at the end of a format repeat");
      }
    }

    /**
     * @param name of the operator's value, for {@code CONFIGURED}
     */
    public record Slot(What what, String name) {
      /** What stands in it. */
      public enum What {
        SIGNATURE,
        TIMESTAMP,
        ANY,
        CONFIGURED
      }
    }

    @Override
    public boolean carriesTimestamp() {
      return slots.stream().anyMatch(slot -> slot.what == Slot.What.TIMESTAMP);
    }
  }

  /** Names of the values the operator has to give. */
  default Set<String> configured() {
    Set<String> names = new TreeSet<>();
    if (this instanceof Slots slots) {
      slots.slots.stream()
          .filter(slot -> slot.what == Slots.Slot.What.CONFIGURED)
          .forEach(slot -> names.add(slot.name));
    }
    return names;
  }

  /** The whole header is one signature: {@code sha256={hex}}. */
  record Whole(String prefix, TextEncoding encoding) implements SignatureFormat {
    @Override
    public boolean carriesTimestamp() {
      return false;
    }
  }

  /**
   * Elements with a separator: {@code t={timestamp},v1={hex}}, or a list {@code v1,{base64} …}. An
   * element is known by its beginning; blanks around elements do not count; unknown elements are
   * passed over; the signature may repeat, the timestamp may not.
   *
   * @param order for signing: which elements come in which order
   */
  record Listed(
      char separator,
      String signaturePrefix,
      TextEncoding encoding,
      List<Element> order,
      String timestampPrefix)
      implements SignatureFormat {
    public Listed {
      order = List.copyOf(order);
    }

    /** What an element holds. */
    public enum Element {
      TIMESTAMP,
      SIGNATURE
    }

    @Override
    public boolean carriesTimestamp() {
      return order.contains(Element.TIMESTAMP);
    }
  }
}
