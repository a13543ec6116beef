package dev.gatehouse.operate.cli;

import dev.gatehouse.config.Settings;
import dev.gatehouse.config.SettingsFile;
import dev.gatehouse.config.SourceConfig;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.Signer;
import dev.gatehouse.receive.signature.Template;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code gatehouse send}: signs a sample event as the provider would, posts it, prints the answer.
 */
@Command(
    name = "send",
    mixinStandardHelpOptions = true,
    description = "Sign a sample event as the provider would and send it.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it was accepted",
      "1:it was refused",
      "2:wrong usage or configuration",
      "3:nobody answers there"
    })
public final class SendCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int NO = 1;
  private static final int BAD = 2;
  private static final int AWAY = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--source", paramLabel = "NAME", required = true, description = "as which source")
  private String source = "";

  @Option(names = "--config", paramLabel = "FILE", description = "default: config/gatehouse.yaml")
  private Path config = SettingsFile.DEFAULT_PATH;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "where to; default: this machine, the port of the configuration")
  private @Nullable URI url;

  @Option(names = "--type", paramLabel = "T", description = "the event type")
  private @Nullable String type;

  @Option(names = "--id", paramLabel = "ID", description = "the event id; default: a new one")
  private @Nullable String id;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      defaultValue = "sample-1",
      description = "the entity's key (default: ${DEFAULT-VALUE})")
  private String key = "sample-1";

  @Option(
      names = "--body",
      paramLabel = "FILE",
      description = "send these bytes instead of a sample; - is the standard input")
  private @Nullable Path body;

  @Option(
      names = "--header",
      paramLabel = "\"NAME: VALUE\"",
      description = "one more header, or another value; may repeat")
  private List<String> headers = new ArrayList<>();

  @Override
  public Integer call() {
    return switch (SettingsFile.check(config)) {
      case SettingsFile.Loaded.Good good -> send(good.settings());
      case SettingsFile.Loaded.Bad bad -> {
        bad.mistakes().forEach(err()::println);
        err().flush();
        yield BAD;
      }
    };
  }

  private int send(Settings settings) {
    SourceName name =
        SourceName.parse(source)
            .filter(settings.sources()::containsKey)
            .orElseThrow(() -> usage("--source is one of " + settings.sources().keySet()));
    SourceConfig from = Objects.requireNonNull(settings.sources().get(name));
    Instant now = Instant.now();
    String eventId = id == null ? newId() : id;
    SampleEvent sample =
        SampleEvent.of(
            from.event(),
            settings.entityRules().getOrDefault(name, List.of()),
            new SampleEvent.Values(
                eventId, type == null ? firstType(settings, name) : type, key, now));
    URI target = target(settings, name, sample.query());
    byte[] bytes = body == null ? sample.body() : read(body);
    Headers plain = headers(from.signature(), sample, eventId);
    String signed = from.publicUrl() == null ? pathOf(target) : withQuery(from.publicUrl(), target);
    Headers signature;
    try {
      signature =
          Signer.of(from.signature())
              .sign(
                  new SignedRequest("POST", signed, plain, new RawBody(bytes)),
                  List.of(current(from, now)),
                  now);
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
    return post(target, plain, signature, bytes);
  }

  private int post(URI target, Headers plain, Headers signature, byte[] bytes) {
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(target)
              .timeout(PATIENCE)
              .POST(HttpRequest.BodyPublishers.ofByteArray(bytes));
      plain.fields().forEach(field -> request.header(field.name(), field.value()));
      // A header that was asked for by name stands as it was asked for, even the signature.
      signature.fields().stream()
          .filter(field -> plain.first(field.name()).isEmpty())
          .forEach(field -> request.header(field.name(), field.value()));
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      out().println("POST " + target);
      out().println("HTTP " + answer.statusCode());
      answer.headers().firstValue("Retry-After").ifPresent(s -> out().println("Retry-After: " + s));
      out().println(answer.body());
      out().flush();
      return answer.statusCode() / 100 == 2 ? OK : NO;
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      err().println("gatehouse: nobody answers at " + target + "; is `gatehouse serve` running?");
      err().flush();
      return AWAY;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return AWAY;
    }
  }

  /** The sample's own, then those the signature covers and nothing set, then those asked for. */
  private Headers headers(SignatureSpec signature, SampleEvent sample, String eventId) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(sample.headers());
    if (signature instanceof SignatureSpec.Hmac hmac) {
      // Signed headers that hold nothing of the event, such as the id of the message.
      hmac.over().parts().stream()
          .filter(Template.Part.Header.class::isInstance)
          .map(part -> ((Template.Part.Header) part).name())
          .filter(name -> name.all().stream().noneMatch(all::containsKey))
          .forEach(name -> all.put(name.name(), eventId));
    }
    for (String each : headers) {
      int colon = each.indexOf(':');
      if (colon < 1) {
        throw usage("--header is \"Name: value\"");
      }
      all.put(each.substring(0, colon).strip(), each.substring(colon + 1).strip());
    }
    List<Headers.Field> fields = new ArrayList<>();
    all.forEach((name, value) -> fields.add(new Headers.Field(name, value)));
    return new Headers(fields);
  }

  private URI target(Settings settings, SourceName name, String query) {
    if (url != null && (url.getScheme() == null || url.getHost() == null)) {
      throw usage("--url is an absolute URL");
    }
    if (url == null && settings.intake().port() == 0) {
      throw usage("--url is needed: the configuration takes any free port");
    }
    String base =
        url == null
            ? "http://127.0.0.1:" + settings.intake().port() + "/in/" + name
            : url.toString();
    return URI.create(query.isEmpty() || base.contains("?") ? base : base + "?" + query);
  }

  private static String pathOf(URI target) {
    return withQuery(target.getRawPath(), target);
  }

  private static String withQuery(String base, URI target) {
    return target.getRawQuery() == null ? base : base + "?" + target.getRawQuery();
  }

  /** A type the source's machines have a move for, so that the sample leads somewhere. */
  private static String firstType(Settings settings, SourceName name) {
    return settings.machines().all().stream()
        .filter(machine -> machine.reads(name))
        .flatMap(machine -> machine.settings().transitions().stream())
        .map(move -> move.on().replace("*", "sample"))
        .findFirst()
        .orElse("sample.event");
  }

  private Secret current(SourceConfig from, Instant now) {
    return from.secrets().stream()
        .filter(secret -> secret.liveAt(now))
        .map(LiveSecret::secret)
        .findFirst()
        .orElseThrow(() -> usage("every secret of the source is over"));
  }

  private byte[] read(Path file) {
    try {
      return file.toString().equals("-") ? System.in.readAllBytes() : Files.readAllBytes(file);
    } catch (IOException e) {
      throw usage("--body cannot be read: " + file);
    }
  }

  private static String newId() {
    byte[] bytes = new byte[12];
    ThreadLocalRandom.current().nextBytes(bytes);
    return "evt_" + HexFormat.of().formatHex(bytes);
  }

  private CommandLine.ParameterException usage(String message) {
    return new CommandLine.ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  private PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }
}
