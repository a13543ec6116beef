package dev.gatehouse.config.yaml;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Turns the bytes of one YAML document into a tree of {@link Node}s. */
public final class YamlFile {
  /** The largest file that is read. */
  public static final int MAX_BYTES = 1024 * 1024;

  private YamlFile() {}

  /**
   * Reads a document. What cannot be read as YAML at all gives an absent node and one mistake; a
   * part that cannot be used gives a mistake and leaves the rest readable.
   *
   * @param file the name to show in mistakes
   */
  public static Node read(String file, byte[] bytes, References references, Mistakes mistakes) {
    Position start = new Position(file, 1, 1);
    if (bytes.length > MAX_BYTES) {
      mistakes.add(start, "", "the file is larger than 1MiB");
      return Node.broken(start, "", mistakes);
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notUtf8) {
      mistakes.add(new Position(file, lineOfFirstBadByte(bytes), 1), "", "the file is not UTF-8");
      return Node.broken(start, "", mistakes);
    }
    String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
    return new TreeBuilder(file, references, mistakes).build(body);
  }

  private static int lineOfFirstBadByte(byte[] bytes) {
    String replaced = new String(bytes, StandardCharsets.UTF_8);
    int bad = replaced.indexOf('\uFFFD');
    return 1 + (int) replaced.substring(0, Math.max(bad, 0)).chars().filter(c -> c == '\n').count();
  }
}
