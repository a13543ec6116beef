package dev.gatehouse.config.preset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.References;
import dev.gatehouse.config.yaml.YamlFile;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.SignatureFormat;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.StandardWebhooks;
import dev.gatehouse.receive.signature.Template;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresetReaderTest {
  private final Mistakes mistakes = new Mistakes();

  private Node node(String yaml) {
    return YamlFile.read(
        "test.yaml", yaml.getBytes(StandardCharsets.UTF_8), References.none(), mistakes);
  }

  private Optional<SignatureSpec> signature(String yaml) {
    return SignatureBlock.read(node(yaml)).map(SignatureBlock::spec);
  }

  @Test
  void theContractsCustomBlockIsRead() {
    assertThat(
            signature(
                "{ scheme: hmac, hash: sha256, header: X-Signature, format: \"sha256={hex}\","
                    + " over: \"{body}\", key: utf8 }"))
        .contains(
            new SignatureSpec.Hmac(
                Hash.SHA256,
                HeaderName.of("X-Signature"),
                SignatureFormat.parse("sha256={hex}"),
                Template.BODY,
                KeyForm.UTF8,
                null));
    Optional<EventSpec> event =
        EventBlock.read(
            node(
                "{ id: \"header:X-Event-Id\", type: \"json:/type\", sequence: \"json:/seq\","
                    + " occurred_at: \"json:/at\", version: \"json:/v\" }"),
            HeaderAliases.NONE);
    assertThat(event.orElseThrow().id()).containsExactly(FieldPath.parse("header:X-Event-Id"));
    assertThat(event.orElseThrow().version()).containsExactly(FieldPath.parse("json:/v"));
    assertThat(mistakes.all()).isEmpty();
  }

  @Test
  void standardWebhooksCanBeWrittenByHand() {
    assertThat(
            signature(
                "{ scheme: hmac, header: webhook-signature, format: \"v1,{base64}\","
                    + " over: \"{id}.{timestamp}.{body}\", key: base64-after-prefix,"
                    + " id: \"header:webhook-id\", timestamp: \"header:webhook-timestamp\" }"))
        .contains(StandardWebhooks.SPEC);
    assertThat(mistakes.all()).isEmpty();
  }

  @Test
  void toleranceZeroIsNotTheWordOff() {
    String block =
        "{ scheme: hmac, header: X-S, format: \"t={timestamp},v1={hex}\","
            + " over: \"{timestamp}.{body}\", tolerance: %s }";
    assertThat(tolerance(block.formatted("0s"))).isEqualTo(Duration.ZERO);
    assertThat(tolerance(block.formatted("2m"))).isEqualTo(Duration.ofMinutes(2));
    assertThat(tolerance(block.formatted("off"))).isNull();
    assertThat(mistakes.all()).isEmpty();
    assertThat(signature(block.formatted("never"))).isEmpty();
    assertThat(mistakes.count()).isEqualTo(1);
  }

  private Duration tolerance(String yaml) {
    return ((SignatureSpec.Hmac) signature(yaml).orElseThrow()).timestamp().tolerance();
  }

  /** Presets are passed from hand to hand: one must not read the files of whoever tries it. */
  @Test
  void aPresetRefersToNothing() throws IOException {
    Path secret = Files.writeString(Files.createTempFile("secret", ".txt"), "top secret");
    try {
      for (String reference : List.of("file:" + secret, "env:PATH", "env:NOT_SET:-default")) {
        Mistakes found = new Mistakes();
        PresetReader.read(
            "acme.yaml",
            "id: acme\ntitle: \"${%s}\"\n".formatted(reference).getBytes(StandardCharsets.UTF_8),
            found);

        assertThat(found.toString()).contains("title: this file must not refer to anything");
      }
    } finally {
      Files.delete(secret);
    }
  }

  @Test
  void allMistakesComeTogetherWithTheirPlaces() {
    Optional<ProviderPreset> preset =
        PresetReader.read(
            "acme.yaml",
            """
            id: acme-inc
            title: Acme
            signature:
              scheme: hmac
              hash: md4
              header: "X Signature"
              format: "sha256="
              over: "{boddy}"
              keys: utf8
            event: { id: "body:/id", type: "json:type" }
            handshake: { on: POST, when: "heder:X", proof: signature }
            confidence: sure
            """
                .getBytes(StandardCharsets.UTF_8),
            mistakes);

    assertThat(preset).isEmpty();
    assertThat(mistakes.all())
        .extracting(mistake -> mistake.position().line() + " " + mistake.path())
        .contains(
            "1 id",
            "5 signature.hash",
            "6 signature.header",
            "7 signature.format",
            "8 signature.over",
            "9 signature.keys",
            "10 event.id",
            "10 event.type",
            "11 handshake.when",
            "12 confidence",
            "1 source");
  }

  @Test
  void aBlockThatContradictsItselfIsAMistakeNotAnOpenDoor() {
    for (String yaml :
        List.of(
            "{ scheme: hmac, header: X-S, format: \"{hex}\", over: \"{timestamp}.{body}\" }",
            "{ scheme: hmac, header: X-S, format: \"t={timestamp},v1={hex}\" }",
            "{ scheme: hmac, header: X-S }",
            "{ scheme: hmac, header: X-S, format: \"{hex}\", over: \"constant\" }",
            "{ scheme: hmac, header: X-S, format: \"{hex}\", over: \"{id}{body}\" }",
            "{ scheme: token, header: X-S, over: \"{body}\" }",
            "{ scheme: token, header: X-S, format: \"{hex}\" }",
            "{ scheme: nope }",
            "{ header: X-S }",
            "[]",
            "text")) {
      int before = mistakes.count();
      Optional<SignatureSpec> read = signature(yaml);
      assertThat(mistakes.count()).as(yaml).isGreaterThan(before);
      assertThat(read.isEmpty() || yaml.contains("over: \"{body}\"")).as(yaml).isTrue();
    }
  }

  @Test
  void theBundledPresetsAreSoundAndSlackShakesHands() {
    PresetCatalogue bundled = PresetCatalogue.bundled();

    assertThat(bundled.all().keySet())
        .contains("stripe", "github", "shopify", "slack", "standard-webhooks", "svix", "gitlab");
    assertThat(bundled.preset("slack").orElseThrow().handshakes().rules()).hasSize(1);
    assertThat(bundled.preset("stripe").orElseThrow().refusal().status()).isEqualTo(400);
  }

  @Test
  void anOperatorsFolderAddsAndReplacesPresets(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("acme.yaml"),
        """
        id: acme
        title: Acme
        signature: { scheme: hmac, header: X-Acme, format: "{hex}" }
        event: { id: digest }
        ack: { status: 202, content_type: text/plain, body: "[accepted]" }
        reject_status: 401
        confidence: read
        source: our own
        """);
    PresetCatalogue presets = PresetCatalogue.with(folder, mistakes);

    assertThat(mistakes.all()).isEmpty();
    assertThat(presets.preset("acme").orElseThrow().ack().status()).isEqualTo(202);
    assertThat(presets.preset("acme").orElseThrow().refusal().status()).isEqualTo(401);
    assertThat(presets.preset("stripe")).isPresent();
    assertThat(PresetCatalogue.with(folder.resolve("absent"), mistakes).preset("acme")).isEmpty();
  }

  @Test
  void aPresetTakesWhatItDoesNotSayFromTheOneItExtends() {
    Mistakes mistakes = new Mistakes();
    ProviderPreset stripe = PresetCatalogue.bundled().preset("stripe").orElseThrow();
    ProviderPreset own =
        PresetReader.read(
                "own.yaml",
                """
                id: own
                extends: stripe
                title: Own
                event: { id: "json:/other" }
                """
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8),
                PresetCatalogue.bundled(),
                mistakes)
            .orElseThrow(() -> new AssertionError(mistakes.toString()));

    assertThat(own.signature()).isEqualTo(stripe.signature());
    assertThat(own.title()).isEqualTo("Own");
    assertThat(own.event().id()).hasToString("[json:/other]");
    assertThat(own.confidence()).isEqualTo(stripe.confidence());

    PresetReader.read(
        "own.yaml",
        "id: own\nextends: stripes\n".getBytes(java.nio.charset.StandardCharsets.UTF_8),
        PresetCatalogue.bundled(),
        mistakes);
    assertThat(mistakes.toString()).contains("extends").contains("stripe");
  }
}
