package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.event.EventIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets the first administrator in. */
public final class FirstToken {
  /** The name of the file in the data folder. */
  public static final String FILE = "admin-token";

  private static final Logger LOG = LoggerFactory.getLogger(FirstToken.class);
  private static final String FROM_ENVIRONMENT = "environment";
  private static final int MIN_CHARACTERS = 16;

  private final Database database;
  private final Tokens tokens;

  public FirstToken(Database database, InstantSource clock, EventIds ids) {
    this.database = database;
    this.tokens = new Tokens(clock, ids);
  }

  /**
   * Makes the given text an administrator's token; without one, and when there is no token at all,
   * makes one and writes it to {@code dataDir/admin-token}, readable by the owner only. Its place
   * is logged, never the token.
   *
   * @param given the value of {@code GATEHOUSE_ADMIN_TOKEN}, null or blank when it is not set
   * @throws IllegalArgumentException when the given text is too short or cannot stand in a header
   */
  public void ensure(@Nullable String given, Path dataDir) {
    if (given != null && !given.isBlank()) {
      String text = given.strip();
      if (text.length() < MIN_CHARACTERS || !text.matches("[\\x21-\\x7e]{1,180}")) {
        throw new IllegalArgumentException(
            "GATEHOUSE_ADMIN_TOKEN has "
                + MIN_CHARACTERS
                + " to 180 visible ASCII characters, without spaces");
      }
      database.run(Pool.ADMIN, tx -> tokens.set(tx, FROM_ENVIRONMENT, text));
      return;
    }
    Path file = dataDir.resolve(FILE);
    // The file is written before the commit: a token that nobody has would lock everybody out.
    boolean made =
        database.transaction(
            Pool.ADMIN,
            tx -> {
              String text = TokenText.make();
              boolean first =
                  tokens.isEmpty(tx)
                      && tokens
                          .create(tx, "first-admin", Set.of(Role.ADMIN), null, null, text)
                          .isPresent();
              if (first) {
                write(file, text);
              }
              return first;
            });
    if (made) {
      LOG.info("an administrator token was written to {}", file.toAbsolutePath());
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path fresh =
          Files.createTempFile(
              file.toAbsolutePath().getParent(),
              FILE,
              ".new",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, text + "\n");
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
