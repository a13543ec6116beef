package dev.gatehouse.config.secrets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The 32 bytes that seal secrets in the database. Never printed. */
public final class SecretsKey {
  /** The environment variable that holds it, in base64. */
  public static final String VARIABLE = "GATEHOUSE_SECRETS_KEY";

  /** The file in the data folder that holds it where the variable does not. */
  public static final String FILE = "secrets-key";

  static final int BYTES = 32;
  private final byte[] bytes;

  private SecretsKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The key cannot be had; the message names the place and never the key. */
  public static final class Unusable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unusable(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Takes the key from the variable, else from the file, which is made (mode 0600) where there is
   * none.
   *
   * @param variable the value of {@link #VARIABLE}; null or blank: not set
   * @throws Unusable when what is there is no key, or the file cannot be read or made
   */
  public static SecretsKey load(@Nullable String variable, Path dataDir) {
    if (variable != null && !variable.isBlank()) {
      return parse(variable, "the environment variable " + VARIABLE);
    }
    Path file = dataDir.resolve(FILE);
    try {
      if (!Files.exists(file)) {
        make(file);
      }
      return parse(Files.readString(file, StandardCharsets.US_ASCII), file.toString());
    } catch (IOException e) {
      throw new Unusable("the key for secrets cannot be read from or written to " + file, e);
    }
  }

  /** A fresh key, for tests. */
  public static SecretsKey random() {
    return new SecretsKey(randomBytes());
  }

  private static SecretsKey parse(String text, String place) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text.strip());
      if (bytes.length == BYTES) {
        return new SecretsKey(bytes);
      }
    } catch (IllegalArgumentException notBase64) {
      // Said below: the message of the decoder would quote the text.
    }
    throw new Unusable(place + " does not hold 32 bytes in base64", null);
  }

  /** Written beside and moved into place without replacing, so that two starts agree on one key. */
  private static void make(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException("no folder for " + file);
    }
    Files.createDirectories(folder);
    Path draft =
        Files.createTempFile(
            folder,
            FILE,
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(
          draft,
          Base64.getEncoder().encodeToString(randomBytes()) + "\n",
          StandardCharsets.US_ASCII);
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException other) {
      // Another process was first; its key is the key.
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static byte[] randomBytes() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, bytes.length);
  }

  @Override
  public String toString() {
    return "***";
  }
}
