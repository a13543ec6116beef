package dev.gatehouse.operate.cli;

import dev.gatehouse.config.SettingsFile;
import dev.gatehouse.config.SourceConfig;
import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.SignatureFormat;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.Template;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code gatehouse init}: a first configuration with a secret of its own, so that {@code serve}
 * works at once. Never writes over anything: the example that comes with the sources, which cannot
 * be served, is moved aside.
 */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description =
        "Write config/gatehouse.yaml with a generated secret, so that serve works at once.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:written", "2:wrong usage, or there is a configuration already"})
public final class InitCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int WRONG_USAGE = 2;
  private static final String EXAMPLE_SECRETS = "example-only";
  private static final SignatureSpec CUSTOM =
      new SignatureSpec.Hmac(
          Hash.SHA256,
          HeaderName.of("X-Signature"),
          SignatureFormat.parse("sha256={hex}"),
          Template.BODY,
          KeyForm.UTF8,
          null);

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--source",
      paramLabel = "NAME",
      defaultValue = "my-app",
      description = "the name in the URL (default: ${DEFAULT-VALUE})")
  private String source = "my-app";

  @Option(
      names = "--provider",
      paramLabel = "ID",
      defaultValue = "standard-webhooks",
      description = "a preset, or custom (default: ${DEFAULT-VALUE})")
  private String provider = "standard-webhooks";

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      hidden = true,
      description = "instead of the working directory")
  private Path folder = Path.of("");

  @Override
  public Integer call() {
    SourceName name =
        SourceName.parse(source)
            .orElseThrow(() -> usage("--source is a name of lower-case letters, digits, - and _"));
    SignatureSpec signature = signature();
    if (!signature.needsSecret() || !signature.neededValues().isEmpty()) {
      return refuse(
          "the source of this provider is written by hand, because it "
              + (signature.needsSecret()
                  ? "needs values of yours: " + String.join(", ", signature.neededValues())
                  : "proves nothing: unverified: true"));
    }
    Path file = folder.resolve(SettingsFile.DEFAULT_PATH);
    Path secretFile = file.resolveSibling("secrets").resolve(name.value());
    try {
      if (Files.exists(secretFile)) {
        return refuse(secretFile + " is there already");
      }
      if (Files.exists(file) && !moveExampleAside(file)) {
        return refuse(file + " is there already; nothing was written");
      }
      write(file, secretFile, name, signature);
    } catch (FileAlreadyExistsException there) {
      return refuse(there.getFile() + " is there already");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
    nextSteps(file, secretFile, name);
    return OK;
  }

  private SignatureSpec signature() {
    if (provider.equals(SourceConfig.CUSTOM)) {
      return CUSTOM;
    }
    Optional<ProviderPreset> preset = PresetCatalogue.bundled().preset(provider);
    if (preset.isPresent() && !preset.get().signature().signable()) {
      throw usage(
          preset.get().title()
              + " signs with a key or token of its own; write the source by hand and put the"
              + " provider's key or secret under secrets");
    }
    return preset
        .map(ProviderPreset::signature)
        .orElseThrow(
            () ->
                usage(
                    "--provider is one of custom, "
                        + String.join(", ", PresetCatalogue.bundled().ids())));
  }

  /** False when the file is somebody's configuration. */
  private boolean moveExampleAside(Path file) throws IOException {
    if (!Files.readString(file).contains(EXAMPLE_SECRETS)) {
      return false;
    }
    Path aside = file.resolveSibling("gatehouse.example.yaml");
    if (Files.exists(aside)) {
      return false;
    }
    Files.move(file, aside);
    out().println("kept the example as " + aside);
    return true;
  }

  private void write(Path file, Path secretFile, SourceName name, SignatureSpec signature)
      throws IOException {
    boolean custom = provider.equals(SourceConfig.CUSTOM);
    Path secrets = Objects.requireNonNull(secretFile.getParent());
    if (!Files.isDirectory(secrets)) {
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.createDirectory(secrets, mode("rwx------"));
    }
    // Made with its mode, not changed afterwards: there is no instant at which others can read it.
    try (var channel =
        Files.newByteChannel(
            secretFile,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            mode("rw-------"))) {
      byte[] secret =
          (FirstConfiguration.secret(signature) + "\n").getBytes(StandardCharsets.UTF_8);
      int unused = channel.write(java.nio.ByteBuffer.wrap(secret));
    }
    Files.writeString(
        file, FirstConfiguration.text(name, provider, custom), StandardOpenOption.CREATE_NEW);
  }

  private static java.nio.file.attribute.FileAttribute<?> mode(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  private void nextSteps(Path file, Path secretFile, SourceName name) {
    PrintWriter out = out();
    out.println("wrote " + file);
    out.println("wrote " + secretFile + " (readable by you alone), a secret for " + provider);
    out.println();
    out.println("  1. gatehouse serve");
    out.println(
        "  2. gatehouse send --source " + name + "      # a signed sample, in another terminal");
    out.println(
        "  3. give the provider the URL http://<this host>:8080/in/" + name + " and the secret;");
    out.println("     if it makes the secret itself, put that one into " + secretFile);
    out.flush();
  }

  private CommandLine.ParameterException usage(String message) {
    return new CommandLine.ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private int refuse(String message) {
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    err.println("gatehouse: " + message);
    err.flush();
    return WRONG_USAGE;
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
