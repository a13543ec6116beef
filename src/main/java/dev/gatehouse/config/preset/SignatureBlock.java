package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The {@code signature} block. Its {@code scheme} says who reads it; each reader has its own keys,
 * so that a key without a meaning for a scheme is a mistake.
 *
 * @param aliases also count for the headers of the {@code event} block
 */
public record SignatureBlock(SignatureSpec spec, HeaderAliases aliases) {
  private static final List<SchemeReader> READERS =
      List.of(
          new HmacBlock(),
          new TokenBlock(),
          new EncryptedDigestBlock(),
          new BasicBlock(),
          new NoneBlock(),
          new PublicKeyBlock(),
          new JwtBlock(),
          new HttpSignatureBlock());

  /** What stands under {@code signature}: the keys of one of the schemes. */
  public static final Kind KIND =
      Kind.anyOf(
          READERS.stream().map(reader -> Kind.keys(reader.shape())).toList().toArray(Kind[]::new));

  /** Reads the block; empty with at least one mistake recorded when it cannot be used. */
  public static Optional<SignatureBlock> read(Node node) {
    List<String> known = new ArrayList<>();
    READERS.forEach(reader -> known.addAll(reader.schemes()));
    Node scheme = node.entries().get("scheme");
    if (scheme == null) {
      if (node.isMap()) {
        node.mistakeAt("scheme", "is missing; expected one of " + String.join(", ", known));
      }
      return Optional.empty();
    }
    return scheme.oneOf(known).flatMap(name -> reader(name).read(node, name));
  }

  private static SchemeReader reader(String scheme) {
    return READERS.stream()
        .filter(reader -> reader.schemes().contains(scheme))
        .findFirst()
        .orElseThrow();
  }

  /** What every reader does first: the block as a section and its header aliases. */
  static Optional<SignatureBlock> with(
      Section section, Function<HeaderAliases, Optional<SignatureSpec>> rest) {
    HeaderAliases aliases = HeaderAliases.read(section.at("header_aliases"));
    return rest.apply(aliases).map(spec -> new SignatureBlock(spec, aliases));
  }
}
