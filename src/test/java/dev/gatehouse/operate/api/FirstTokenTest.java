package dev.gatehouse.operate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.EventIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstTokenTest {
  private static TestDatabase db;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    db = TestDatabase.fresh();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  @BeforeEach
  void empty() {
    db.execute("truncate api_token");
  }

  @Test
  void theFirstStartWritesOneTokenForItsOwnerAloneAndLaterOnesNone() throws IOException {
    first().ensure(null, folder.resolve("data"));
    Path file = folder.resolve("data/admin-token");
    String text = Files.readString(file).strip();
    first().ensure("", folder.resolve("data"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(text).startsWith("ght_").hasSizeGreaterThan(40);
    assertThat(Files.readString(file).strip()).isEqualTo(text);
    assertThat(db.count("api_token")).isEqualTo(1);
    assertThat(db.query("select sha256 from api_token").getFirst().get("sha256"))
        .isEqualTo(TokenText.sha256(text));
  }

  @Test
  void theVariableSetsItInsteadAndChangesIt() {
    first().ensure("a-token-of-our-own-1", folder);
    first().ensure(" a-token-of-our-own-2 ", folder);

    assertThat(folder.resolve("admin-token")).doesNotExist();
    assertThat(db.query("select sha256 from api_token").getFirst().get("sha256"))
        .isEqualTo(TokenText.sha256("a-token-of-our-own-2"));
  }

  @Test
  void aWeakOneIsRefused() {
    assertThatThrownBy(() -> first().ensure("short", folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("short");
    assertThatThrownBy(() -> first().ensure("sixteen chars and spaces", folder))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static FirstToken first() {
    return new FirstToken(
        db.database(), InstantSource.system(), new EventIds(InstantSource.system(), new Random(1)));
  }
}
