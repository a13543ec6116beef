import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Records an AOT cache: runs {@code gatehouse train} on the packaged jar and lets the Java machine
 * keep what it learned about classes and methods. The gateway starts without one too, only slower,
 * so a failure here is told and does not fail the build.
 *
 * <p>Arguments: the jar, the cache to write.
 */
public final class Train {
  private static final int LIMIT_SECONDS = 180;

  private Train() {}

  public static void main(String[] args) throws Exception {
    Path jar = Path.of(args[0]).toAbsolutePath();
    Path cache = Path.of(args[1]).toAbsolutePath();
    Files.deleteIfExists(cache);
    Path log = Path.of(args[1] + ".log");
    Process process =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElse("java"),
                    "-XX:+UseSerialGC",
                    "-XX:+UseCompactObjectHeaders",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Xmx512m",
                    "-XX:AOTCacheOutput=" + cache,
                    "-jar",
                    jar.toString(),
                    "train"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    if (!ended || process.exitValue() != 0 || !Files.exists(cache)) {
      Files.deleteIfExists(cache);
      System.err.println("no AOT cache could be recorded, see " + log + "; starts will be slower");
    }
  }
}
