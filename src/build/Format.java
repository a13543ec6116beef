import com.google.googlejavaformat.java.Formatter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Formats the Java sources in place with google-java-format.
 *
 * <p>Runs as a single-file program on the toolchain's JDK, because a formatter inside Maven's own
 * (older) JVM cannot parse newer syntax. A stamp file remembers size and time of what was
 * formatted, so an unchanged tree costs nothing.
 *
 * <p>Arguments: the stamp file, then the folders.
 */
public final class Format {
  private Format() {}

  public static void main(String[] args) throws Exception {
    Path stamps = Path.of(args[0]);
    Set<String> known =
        Files.exists(stamps) ? new TreeSet<>(Files.readAllLines(stamps)) : new TreeSet<>();
    Set<String> now = new TreeSet<>();
    int failures = 0;
    for (int i = 1; i < args.length; i++) {
      Path folder = Path.of(args[i]);
      if (!Files.isDirectory(folder)) {
        continue;
      }
      try (Stream<Path> walk = Files.walk(folder)) {
        for (Path file : walk.filter(Format::isOurs).toList()) {
          if (!known.contains(stamp(file)) && !format(file)) {
            failures++;
            continue;
          }
          now.add(stamp(file));
        }
      }
    }
    Files.createDirectories(stamps.toAbsolutePath().getParent());
    Files.write(stamps, now);
    if (failures > 0) {
      System.exit(1);
    }
  }

  private static boolean isOurs(Path file) {
    String name = file.toString().replace('\\', '/');
    return name.endsWith(".java") && !name.contains("/generated/");
  }

  private static String stamp(Path file) throws Exception {
    return file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis();
  }

  private static boolean format(Path file) throws Exception {
    String before = Files.readString(file);
    try {
      String after = new Formatter().formatSourceAndFixImports(before);
      if (!after.equals(before)) {
        Files.writeString(file, after);
      }
      return true;
    } catch (Exception e) {
      System.err.println(file + ": " + e.getMessage());
      return false;
    }
  }
}
