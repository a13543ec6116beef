package dev.gatehouse.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One HMAC in one header, over a text made of parts of the request. */
final class HmacFormula implements Formula {
  private static final Pattern TOKEN = Pattern.compile("\\{([^{}]+)}");

  /** A secret as shown to people, and the key it stands for. */
  private record Key(String shown, byte[] bytes) {}

  @Override
  public Signed sign(Fact fact, byte[] body, Instant at, Random random) {
    Key key = key(fact, random);
    String time = fact.find("time").map(form -> time(form, at)).orElse("");
    Map<String, String> headers = new LinkedHashMap<>();
    List<String> spots = new ArrayList<>();
    fact.find("time_header").ifPresent(name -> headers.put(name, time));
    byte[] text = text(fact.text("signed"), body, time, headers, spots, random);
    String signature = encoded(fact, mac(fact.text("algorithm"), key.bytes, text));
    headers.put(fact.text("header"), value(fact, signature, time));
    spots.add(signature);
    boolean timed = !time.isEmpty() && spots.contains(time);
    return new Signed(
        "POST",
        Signed.URL,
        headers,
        body,
        List.of(key.shown),
        spots,
        fact.text("signed").contains("{body}"),
        timed);
  }

  private static byte[] text(
      String signed,
      byte[] body,
      String time,
      Map<String, String> headers,
      List<String> spots,
      Random random) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Matcher tokens = TOKEN.matcher(signed);
    int from = 0;
    while (tokens.find()) {
      text.writeBytes(signed.substring(from, tokens.start()).getBytes(UTF_8));
      from = tokens.end();
      String token = tokens.group(1);
      switch (token) {
        case "body" -> text.writeBytes(body);
        case "method" -> text.writeBytes("POST".getBytes(UTF_8));
        case "url" -> {
          text.writeBytes(Signed.URL.getBytes(UTF_8));
          spots.add(Signed.URL);
        }
        case "ts" -> {
          text.writeBytes(time.getBytes(UTF_8));
          spots.add(time);
        }
        default -> {
          if (!token.startsWith("header:")) {
            throw new IllegalStateException("no such part of a request: " + token);
          }
          String name = token.substring("header:".length());
          String value =
              headers.computeIfAbsent(name, n -> "x" + Long.toHexString(random.nextLong()));
          text.writeBytes(value.getBytes(UTF_8));
          spots.add(value);
        }
      }
    }
    text.writeBytes(signed.substring(from).getBytes(UTF_8));
    return text.toByteArray();
  }

  private static String time(String form, Instant at) {
    return switch (form) {
      case "unix-s" -> String.valueOf(at.toEpochMilli() / 1000);
      case "unix-ms" -> String.valueOf(at.toEpochMilli());
      default -> at.toString();
    };
  }

  private static Key key(Fact fact, Random random) {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    String base64 = Base64.getEncoder().encodeToString(bytes);
    String before = fact.find("secret_prefix").orElse("");
    return switch (fact.text("secret")) {
      case "utf8" -> new Key("s3cret " + base64, ("s3cret " + base64).getBytes(UTF_8));
      case "hex" -> new Key(HexFormat.of().formatHex(bytes), bytes);
      case "base64" -> new Key(base64, bytes);
      case "whsec-base64" -> new Key(before + "whsec_" + base64, bytes);
      default -> throw new IllegalStateException("no such secret: " + fact.text("secret"));
    };
  }

  private static byte[] mac(String algorithm, byte[] key, byte[] text) {
    String name = algorithm.replace("HMAC-", "Hmac");
    try {
      Mac mac = Mac.getInstance(name);
      mac.init(new SecretKeySpec(key, name));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(Fact fact, byte[] digest) {
    return switch (fact.text("encoding")) {
      case "hex" -> HexFormat.of().formatHex(digest);
      case "hex-upper" -> HexFormat.of().withUpperCase().formatHex(digest);
      case "base64" -> Base64.getEncoder().encodeToString(digest);
      case "base64url" -> Base64.getUrlEncoder().encodeToString(digest);
      default -> throw new IllegalStateException("no such encoding: " + fact.text("encoding"));
    };
  }

  private static String value(Fact fact, String signature, String time) {
    return switch (fact.find("format").orElse("plain")) {
      case "plain" -> fact.find("prefix").orElse("") + signature;
      case "list" -> fact.find("entry").orElse("<base64>").replace("<base64>", signature);
      case "kv" -> {
        String is = fact.text("kv_separator");
        String ours = fact.text("signature_key") + is + signature;
        yield fact.find("timestamp_key")
            .map(name -> name + is + time + fact.text("pair_separator") + ours)
            .orElse(ours);
      }
      default -> throw new IllegalStateException("no such format: " + fact.text("format"));
    };
  }
}
