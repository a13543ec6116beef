package dev.gatehouse.config.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsKeyTest {
  @TempDir Path folder;

  @Test
  void theFirstStartMakesAKeyThatOnlyTheOwnerReadsAndLaterOnesKeepIt() throws Exception {
    SecretsKey first = SecretsKey.load(null, folder.resolve("data"));
    SecretsKey second = SecretsKey.load(" ", folder.resolve("data"));

    assertThat(first.bytes()).hasSize(32).isEqualTo(second.bytes());
    Path file = folder.resolve("data").resolve(SecretsKey.FILE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.list(folder.resolve("data"))).containsExactly(file);
  }

  @Test
  void theVariableComesFirst() {
    byte[] bytes = new byte[32];
    bytes[7] = 1;

    assertThat(SecretsKey.load(Base64.getEncoder().encodeToString(bytes), folder).bytes())
        .isEqualTo(bytes);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aKeyThatIsNoneIsNamedByItsPlaceOnly() {
    assertThatThrownBy(() -> SecretsKey.load("hunter2", folder))
        .isInstanceOf(SecretsKey.Unusable.class)
        .hasMessage(
            "the environment variable GATEHOUSE_SECRETS_KEY does not hold 32 bytes in base64");
  }
}
