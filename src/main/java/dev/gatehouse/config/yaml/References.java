package dev.gatehouse.config.yaml;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks up {@code ${env:NAME}}, {@code ${env:NAME:-default}} and {@code ${file:PATH}} inside a
 * scalar. {@code $${} stands for a literal {@code ${}. What a file holds is taken without the line
 * end at its end; a path that is not absolute starts at the folder of the configuration.
 */
public final class References {
  private static final int MAX_FILE_BYTES = 64 * 1024;
  private static final Pattern REFERENCE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
  private static final Pattern ENV =
      Pattern.compile("env:([A-Za-z_][A-Za-z0-9_]*)(:-(.*))?", Pattern.DOTALL);

  private final UnaryOperator<@Nullable String> environment;
  private final Path folder;
  private final boolean allowed;

  private References(UnaryOperator<@Nullable String> environment, Path folder, boolean allowed) {
    this.environment = environment;
    this.folder = folder;
    this.allowed = allowed;
  }

  /** References into the given environment (null: not set) and to files, relative to a folder. */
  public static References of(UnaryOperator<@Nullable String> environment, Path folder) {
    return new References(environment, folder, true);
  }

  /** References into the environment of this process. */
  public static References ofProcess(Path folder) {
    return new References(name -> name == null ? null : System.getenv(name), folder, true);
  }

  /**
   * For files that may not refer to anything, such as presets, which people copy from others: each
   * one is a mistake, and nothing is looked up.
   */
  public static References none() {
    return new References(name -> null, Path.of(""), false);
  }

  /**
   * @param text null when something could not be looked up
   * @param used whether the text holds any reference
   * @param problems one for each reference that could not be followed; they name it, never a value
   */
  record Resolved(@Nullable String text, boolean used, List<String> problems) {}

  Resolved resolve(String raw) {
    if (!raw.contains("${")) {
      return new Resolved(raw, false, List.of());
    }
    List<String> problems = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    boolean used = false;
    int end = 0;
    Matcher matcher = REFERENCE.matcher(raw);
    while (matcher.find()) {
      text.append(raw, end, matcher.start());
      end = matcher.end();
      String inner = matcher.group(1);
      if (inner == null) {
        text.append("${");
      } else if ("}".equals(matcher.group(2))) {
        used = true;
        text.append(lookUp(inner, problems));
      } else {
        problems.add("a reference ${… without its closing brace; write $${ for a literal ${");
      }
    }
    text.append(raw, end, raw.length());
    return new Resolved(problems.isEmpty() ? text.toString() : null, used, problems);
  }

  private String lookUp(String inner, List<String> problems) {
    if (!allowed) {
      problems.add("this file must not refer to anything; write $${ for a literal ${");
      return "";
    }
    Matcher env = ENV.matcher(inner);
    if (env.matches()) {
      String name = env.group(1);
      String value = environment.apply(name);
      String fallback = env.group(3);
      // As in a shell: the default also stands in for a variable that is set but empty.
      if ((value == null || value.isEmpty()) && fallback != null) {
        return fallback;
      }
      if (value == null) {
        problems.add("the environment variable " + name + " is not set");
        return "";
      }
      return value;
    }
    if (inner.startsWith("file:")) {
      return readFile(inner.substring("file:".length()), problems);
    }
    problems.add(
        "an unknown reference; expected ${env:NAME}, ${env:NAME:-default} or ${file:PATH},"
            + " and $${ for a literal ${");
    return "";
  }

  private String readFile(String name, List<String> problems) {
    String shown = Words.oneLine(name);
    try {
      Path path = folder.resolve(name);
      if (!Files.isRegularFile(path) && Files.isDirectory(path)) {
        problems.add("the file " + shown + " is a folder");
        return "";
      }
      byte[] bytes;
      try (var in = Files.newInputStream(path)) {
        bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      }
      if (bytes.length > MAX_FILE_BYTES) {
        problems.add("the file " + shown + " is larger than 64KiB");
        return "";
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.replaceFirst("[\r\n]+\\z", "");
    } catch (NoSuchFileException absent) {
      problems.add("the file " + shown + " does not exist");
    } catch (CharacterCodingException notText) {
      problems.add("the file " + shown + " is not UTF-8");
    } catch (IOException | InvalidPathException unreadable) {
      problems.add("the file " + shown + " cannot be read");
    }
    return "";
  }
}
