package dev.gatehouse.receive.preset;

import java.util.Locale;
import java.util.Set;

/**
 * How bodies may be packed ({@code Content-Encoding}).
 *
 * @param codings such as {@code gzip}, in lower case; any other but {@code identity} is 415
 * @param signedUnpacked whether the signature is over the unpacked body; else over the bytes on the
 *     wire
 */
public record Packing(Set<String> codings, boolean signedUnpacked) {
  /** Nothing is packed. */
  public static final Packing NONE = new Packing(Set.of(), false);

  public Packing {
    codings = Set.copyOf(codings);
  }

  /** True for the coding of a body that is taken. */
  public boolean takes(String coding) {
    String lower = coding.strip().toLowerCase(Locale.ROOT);
    return lower.isEmpty() || lower.equals("identity") || codings.contains(lower);
  }
}
