package dev.gatehouse.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {
  @TempDir Path folder;

  @Test
  void dataIsKeptAcrossRestarts() {
    try (Database database = open()) {
      database.run(Pool.WORK, tx -> tx.dsl().execute("insert into source (name) values ('kept')"));
    }
    try (Database database = open()) {
      int found =
          database.transaction(
              Pool.WORK, tx -> tx.dsl().fetch("select 1 from source where name = 'kept'").size());
      assertThat(found).isEqualTo(1);
    }
  }

  @Test
  void twoGatewaysCannotShareAFolder() {
    try (Database first = open()) {
      assertThat(first.server()).isPresent();
      assertThatThrownBy(this::open)
          .isInstanceOf(DataFolderInUse.class)
          .hasMessageContaining("--data-dir");
    }
  }

  @Test
  void nobodyElseOnTheMachineReadsThePassword() throws Exception {
    try (Database database = open()) {
      assertThat(database.server()).isPresent();
      Path server = folder.resolve("postgres");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server)))
          .isEqualTo("rwx------");
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(server.resolve("password"))))
          .isEqualTo("rw-------");
    }
  }

  private Database open() {
    return Database.open(DatabaseSettings.embedded(folder), InstantSource.system());
  }
}
