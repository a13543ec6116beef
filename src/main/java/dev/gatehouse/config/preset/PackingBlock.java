package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.receive.preset.Packing;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The keys {@code content_codings} and {@code signed_body} of presets and sources. */
public final class PackingBlock {
  private static final Pattern CODING = Pattern.compile("[a-zA-Z0-9-]{1,30}");
  private static final String UNPACKED = "unpacked";

  public static final Key CODINGS =
      Key.of(
          "content_codings",
          Kind.listOf(Kind.text("a coding such as gzip")),
          "codings of bodies that are taken; gzip and deflate are unpacked for reading, others"
              + " not");

  public static final Key SIGNED =
      Key.of(
          "signed_body",
          Kind.choice("wire", UNPACKED),
          "what the signature of a packed body is over; wire unless said otherwise");

  private PackingBlock() {}

  /** What a file says, else what holds without it. */
  public static Packing read(Section section, Packing otherwise) {
    Set<String> codings =
        new HashSet<>(section.has(CODINGS.name()) ? Set.of() : otherwise.codings());
    for (Node item : section.at(CODINGS.name()).items()) {
      item.matching(CODING, "a coding such as gzip")
          .ifPresent(coding -> codings.add(coding.toLowerCase(Locale.ROOT)));
    }
    boolean unpacked =
        section.has(SIGNED.name())
            ? section
                .at(SIGNED.name())
                .oneOf(List.of("wire", UNPACKED))
                .map(UNPACKED::equals)
                .orElse(false)
            : otherwise.signedUnpacked();
    return new Packing(codings, unpacked);
  }
}
