package dev.gatehouse.operate.cli;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.Doctor;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.SpecMistake;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says whether captured requests verify and, if not, why; or runs recorded cases. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = "Say whether captured requests verify, and if not, why.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every request verifies; every core case is as recorded",
      "1:one does not, or is not",
      "2:wrong usage or an unreadable file"
    })
public final class VerifyCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int NO = 1;
  private static final int WRONG_USAGE = 2;

  private final InstantSource clock;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--provider", paramLabel = "ID", description = "the preset that signs")
  private @Nullable String provider;

  @Option(
      names = "--secret",
      paramLabel = "SECRET",
      description = "a secret the receiver holds; may repeat, any of them may match")
  private List<String> secrets = new ArrayList<>();

  @Option(names = "--secret2", paramLabel = "SECRET", description = "one more secret")
  private @Nullable String secondSecret;

  @Option(
      names = "--public-key",
      paramLabel = "FILE",
      description =
          "the provider's public key: PEM, certificate, JWK, JWKS, hex or base64; may repeat")
  private List<Path> publicKeys = new ArrayList<>();

  @Option(
      names = "--value",
      paramLabel = "NAME=VALUE",
      description = "what the source has under values, such as an audience; may repeat")
  private Map<String, String> values = new LinkedHashMap<>();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "the URL the provider was told, for schemes that sign it")
  private String url = "";

  @Option(
      names = "--at",
      paramLabel = "INSTANT",
      description = "the clock to go by, such as 2026-01-31T12:00:00Z; now by default")
  private @Nullable String at;

  @Option(names = "--cases", description = "the files are recorded cases with their verdicts")
  private boolean cases;

  @Option(
      names = "--presets",
      paramLabel = "FOLDER",
      description = "a folder with presets of your own")
  private @Nullable Path folder;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "raw HTTP messages, or case files with --cases")
  private List<Path> files = new ArrayList<>();

  public VerifyCommand() {
    this(InstantSource.system());
  }

  VerifyCommand(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Integer call() {
    try {
      PresetCatalogue presets = presets();
      return cases ? runCases(presets) : verify(presets);
    } catch (WrongUsage wrong) {
      err().println(wrong.getMessage());
      return WRONG_USAGE;
    }
  }

  private PresetCatalogue presets() {
    if (folder == null) {
      return PresetCatalogue.bundled();
    }
    var mistakes = new dev.gatehouse.config.yaml.Mistakes();
    PresetCatalogue presets = PresetCatalogue.with(folder, mistakes);
    if (!mistakes.isEmpty()) {
      throw new WrongUsage(mistakes.toString());
    }
    return presets;
  }

  private int runCases(PresetCatalogue presets) {
    Map<CaseRun.Outcome, Integer> counts = new EnumMap<>(CaseRun.Outcome.class);
    for (Path file : files) {
      CaseFile read = read(file, CaseFile::parse);
      for (CaseRun.Result result : CaseRun.run(name(file), read, presets)) {
        out().println(result.line());
        counts.merge(result.outcome(), 1, Integer::sum);
      }
    }
    out()
        .printf(
            "%d as recorded, %d edge cases differ, %d core cases differ, %d unsupported%n",
            counts.getOrDefault(CaseRun.Outcome.OK, 0),
            counts.getOrDefault(CaseRun.Outcome.EDGE, 0),
            counts.getOrDefault(CaseRun.Outcome.DIFFERS, 0),
            counts.getOrDefault(CaseRun.Outcome.UNSUPPORTED, 0));
    return counts.keySet().stream().anyMatch(CaseRun.Outcome::fails) ? NO : OK;
  }

  private int verify(PresetCatalogue presets) {
    if (provider == null) {
      throw new WrongUsage("say who signs: --provider ID");
    }
    ProviderPreset preset =
        presets
            .preset(provider)
            .orElseThrow(
                () ->
                    new WrongUsage(
                        "there is no preset of that name; there are "
                            + String.join(", ", presets.ids())));
    SignatureSpec rule = rule(preset);
    List<LiveSecret> live = liveSecrets(rule);
    Instant now = now();
    int answer = OK;
    for (Path file : files) {
      SignedRequest request = read(file, bytes -> HttpFile.parse(bytes, url));
      Verification verdict = Verifier.of(rule).verify(request, live, now);
      out().println(name(file) + ": " + describe(rule, verdict, request, live, now));
      answer = verdict instanceof Verification.Verified ? answer : NO;
    }
    return answer;
  }

  /** The preset's rule with the values given; one without a value it needs refuses everything. */
  private SignatureSpec rule(ProviderPreset preset) {
    SignatureSpec rule = preset.signature();
    for (String needed : rule.neededValues()) {
      if (values.getOrDefault(needed, "").isBlank()) {
        throw new WrongUsage("the rule of this provider needs --value " + needed + "=…");
      }
    }
    try {
      return rule.with(values);
    } catch (SpecMistake mistake) {
      throw new WrongUsage("--value: " + mistake.getMessage());
    }
  }

  private static String describe(
      SignatureSpec rule,
      Verification verdict,
      SignedRequest request,
      List<LiveSecret> secrets,
      Instant now) {
    return switch (verdict) {
      case Verification.Verified verified ->
          "verified with "
              + verified.secretLabel()
              + (verified.signedAt() == null ? "" : ", signed at " + verified.signedAt());
      case Verification.Refused refused ->
          "refused, "
              + refused.reason()
              + ": "
              + refused.detail()
              + "\n  "
              + Doctor.of(rule).examine(refused, request, secrets, now).text();
    };
  }

  private List<LiveSecret> liveSecrets(SignatureSpec rule) {
    List<String> texts = new ArrayList<>(secrets);
    for (Path file : publicKeys) {
      String text = read(file, bytes -> new String(bytes, StandardCharsets.UTF_8)).strip();
      rule.mistakeIn(new Secret(text))
          .ifPresent(
              mistake -> {
                throw new WrongUsage(name(file) + ": " + mistake);
              });
      texts.add(text);
    }
    if (secondSecret != null) {
      texts.add(secondSecret);
    }
    if (texts.isEmpty()) {
      throw new WrongUsage("say what the receiver holds: --secret SECRET or --public-key FILE");
    }
    List<LiveSecret> live = new ArrayList<>();
    for (String text : texts) {
      live.add(LiveSecret.of("secret " + (live.size() + 1), text));
    }
    return live;
  }

  private Instant now() {
    if (at == null) {
      return clock.instant();
    }
    try {
      return Instant.parse(at);
    } catch (DateTimeParseException e) {
      throw new WrongUsage("--at is an instant such as 2026-01-31T12:00:00Z");
    }
  }

  private <T> T read(Path file, java.util.function.Function<byte[], T> parser) {
    try {
      return parser.apply(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new WrongUsage(file + " cannot be read");
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(file + ": " + e.getMessage());
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private CommandLine commandLine() {
    if (spec == null) {
      throw new IllegalStateException("the command runs through picocli only");
    }
    return spec.commandLine();
  }

  private PrintWriter out() {
    return commandLine().getOut();
  }

  private PrintWriter err() {
    return commandLine().getErr();
  }

  private static final class WrongUsage extends RuntimeException {
    @java.io.Serial private static final long serialVersionUID = 1;

    WrongUsage(String message) {
      super(message, null, false, false);
    }
  }
}
