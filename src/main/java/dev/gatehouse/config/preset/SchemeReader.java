package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Shape;
import java.util.List;
import java.util.Optional;

/** Reads the {@code signature} block of some schemes. */
interface SchemeReader {
  /** The words of {@code scheme} it reads. */
  List<String> schemes();

  /** The keys it takes. */
  Shape shape();

  /**
   * Reads the block.
   *
   * @param scheme one of {@link #schemes}
   * @return empty with at least one mistake recorded when it cannot be used
   */
  Optional<SignatureBlock> read(Node node, String scheme);
}
