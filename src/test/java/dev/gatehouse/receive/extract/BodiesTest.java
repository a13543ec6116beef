package dev.gatehouse.receive.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.Coverage;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.SpecMistake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bodies other than plain JSON and forms, and packed ones. */
class BodiesTest {
  private static final Coverage BODY = new Coverage(true, false, Set.of());
  private static final String JSON = "{\"id\":\"evt_1\",\"type\":\"order.paid\"}";

  private static Extractor extractor(String format, String id, String type) {
    return Extractor.of(
        new EventSpec(
            FieldPath.parseAll(id, HeaderName::of),
            FieldPath.parseAll(type, HeaderName::of),
            List.of(),
            List.of(),
            List.of(),
            TimeFormat.AUTO,
            BodyFormat.parseAll(format)),
        List.of(),
        BODY);
  }

  private static Extracted read(Extractor extractor, Headers headers, byte[] body) {
    return extractor.extract(headers, null, new RawBody(body));
  }

  private static Extracted read(Extractor extractor, String contentType, String body) {
    return read(extractor, Headers.of("Content-Type", contentType), body.getBytes(UTF_8));
  }

  private static @Nullable ErrorCode fault(Extracted extracted) {
    return extracted.fault() == null ? null : extracted.fault().code();
  }

  private static byte[] packed(byte[] plain, boolean gzip, boolean bare) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        gzip
            ? new GZIPOutputStream(bytes)
            : new DeflaterOutputStream(bytes, new Deflater(9, bare))) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  // ---------------------------------------------------------------- XML

  private static final Extractor XML = extractor("xml", "xml:/n/@id", "xml:/n/kind");

  @Test
  void xmlIsReadByLocalNamesWhateverItsPrefixes() {
    Extracted read =
        read(
            XML,
            "text/xml",
            "<?xml version='1.0'?><a:n xmlns:a='urn:x' id='7'><a:x><kind>decoy</kind></a:x>"
                + "<a:kind>order.<![CDATA[paid]]></a:kind></a:n>");

    assertThat(read.eventId()).isEqualTo("7");
    assertThat(read.type()).isEqualTo("order.paid");
    assertThat(read.fault()).isNull();
  }

  @Test
  void xmlThatCouldGrowOrReachOutIsNotRead() {
    for (String body :
        List.of(
            "<!DOCTYPE n [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><n id='1'><kind>&e;</kind></n>",
            "<!DOCTYPE n [<!ENTITY e 'x'>]><n id='1'><kind>&e;</kind></n>",
            "<!DOCTYPE n SYSTEM 'http://127.0.0.1:1/x.dtd'><n id='1'><kind>k</kind></n>",
            "<n id='1'><kind>&unknown;</kind></n>",
            "<n id='1'><kind>k</kind>",
            "<n id='1' id='2'><kind>k</kind></n>",
            "<n id='1'><kind>k</kind></n><n/>",
            "<n id='1'>" + "<a>".repeat(300) + "</a>".repeat(300) + "<kind>k</kind></n>",
            "{}",
            "")) {
      Extracted read = read(XML, "text/xml", body);
      assertThat(fault(read)).as(body).isEqualTo(ErrorCode.UNPARSEABLE_BODY);
      assertThat(read.eventId()).isNull();
    }
  }

  @Test
  void xmlIsOfTheCharacterSetItSays() {
    String latin = "<?xml version='1.0' encoding=\"ISO-8859-1\"?><n id='é'><kind>k</kind></n>";
    String wide = "<?xml version='1.0' encoding='UTF-16'?><n id='é'><kind>k</kind></n>";
    String plain = "\uFEFF<n id='é'><kind>k</kind></n>";
    Headers xml = Headers.of("Content-Type", "text/xml");

    assertThat(read(XML, xml, latin.getBytes(ISO_8859_1)).eventId()).isEqualTo("é");
    assertThat(read(XML, xml, wide.getBytes(UTF_16)).eventId()).isEqualTo("é");
    assertThat(read(XML, xml, plain.getBytes(UTF_8)).eventId()).isEqualTo("é");
    for (byte[] wrong :
        List.of(
            "<n id='é'><kind>k</kind></n>".getBytes(ISO_8859_1),
            latin.replace("ISO-8859-1", "UTF-8").getBytes(ISO_8859_1),
            latin.replace("ISO-8859-1", "UTF-7").getBytes(ISO_8859_1),
            latin.replace("ISO-8859-1", "x").getBytes(ISO_8859_1))) {
      assertThat(fault(read(XML, xml, wrong))).isEqualTo(ErrorCode.UNPARSEABLE_BODY);
    }
  }

  @Test
  void anElementThatStandsTwiceOrHoldsOthersDecidesNothing() {
    assertThat(fault(read(XML, "text/xml", "<n id='1'><kind>a</kind><kind>a</kind></n>")))
        .isEqualTo(ErrorCode.AMBIGUOUS_JSON);
    assertThat(fault(read(XML, "text/xml", "<n id='1'><kind>a<b/></kind></n>")))
        .isEqualTo(ErrorCode.INVALID_FIELD);
    assertThat(fault(read(XML, "text/xml", "<n><kind>a</kind></n>")))
        .isEqualTo(ErrorCode.MISSING_EVENT_ID);
  }

  @Test
  void xmlInBase64InAFormIsUnwrapped() {
    Extractor wrapped = extractor("form:bt_payload base64 xml", "digest", "xml:/notification/kind");
    String payload =
        Base64.getMimeEncoder(20, new byte[] {'\n'})
            .encodeToString("<notification><kind>check</kind></notification>".getBytes(UTF_8));

    assertThat(
            read(
                    wrapped,
                    "application/x-www-form-urlencoded",
                    "bt_payload=" + payload.replace("\n", "%0A").replace("=", "%3D"))
                .type())
        .isEqualTo("check");
    assertThat(fault(read(wrapped, "x", "bt_payload=%21%21")))
        .isEqualTo(ErrorCode.UNPARSEABLE_BODY);
  }

  // ---------------------------------------------------------------- multipart

  private static final String MULTI = "multipart/form-data; boundary=\"b-1\"";

  private static String multipart(String... namesAndValues) {
    StringBuilder text = new StringBuilder("preamble\r\n");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      text.append("--b-1\r\nContent-Type: text/plain\r\n")
          .append("Content-Disposition: form-data; name=\"")
          .append(namesAndValues[i])
          .append("\"\r\n\r\n")
          .append(namesAndValues[i + 1])
          .append("\r\n");
    }
    return text.append("--b-1--\r\nepilogue").toString();
  }

  @Test
  void fieldsOfAMultipartFormAreReadByName() {
    Extractor fields = extractor("multipart", "form:submissionID", "form:kind");

    Extracted read =
        read(fields, MULTI, multipart("kind", "a\r\n--b-2\r\nb", "submissionID", "42"));

    assertThat(read.eventId()).isEqualTo("42");
    assertThat(read.type()).isEqualTo("a\r\n--b-2\r\nb");
  }

  @Test
  void aJsonPartIsUnwrapped() {
    Extractor json = extractor("multipart:json", "json:/id", "json:/type");

    assertThat(read(json, MULTI, multipart("json", JSON)).eventId()).isEqualTo("evt_1");
    assertThat(
            json.view(
                Headers.of("Content-Type", MULTI),
                new RawBody(multipart("json", JSON).getBytes(UTF_8))))
        .isEqualTo(new Extractor.View.Json(new RawBody(JSON.getBytes(UTF_8))));
    assertThat(fault(read(json, MULTI, multipart("json", JSON, "json", JSON))))
        .isEqualTo(ErrorCode.UNPARSEABLE_BODY);
  }

  @Test
  void conditionsSeeAMultipartFormAsAForm() {
    Extractor fields = extractor("multipart", "form:a", "form:b");

    assertThat(
            fields.view(
                Headers.of("Content-Type", MULTI),
                new RawBody(multipart("a", "1 &=", "b", "ä").getBytes(UTF_8))))
        .isEqualTo(new Extractor.View.Form(new RawBody("a=1%20%26%3d&b=%c3%a4".getBytes(UTF_8))));
  }

  @Test
  void aMultipartFormThatIsBrokenIsNotGuessedAt() {
    Extractor fields = extractor("multipart", "form:a", "form:a");
    String good = multipart("a", "1");
    assertThat(fault(read(fields, MULTI, good))).isNull();
    for (String bad :
        List.of(
            "",
            "a=1",
            good.substring(0, good.indexOf("--b-1--")),
            good.replace("\r\n", "\n"),
            good.replace("name=\"a\"", "name=\"a"),
            good.replace("name=\"a\"", "name=\"a\" b"),
            good.replace("name=\"a\"", "name=\"a\"; name=\"b\""),
            good.replace("name=\"a\"", "filename=\"a\""),
            good.replace("form-data", "attachment"),
            good.replace("Content-Disposition", "Content-Dis"),
            good.replace("Content-Type: text/plain", "Content-Transfer-Encoding: base64"),
            good.replace(
                "\r\nContent-Disp",
                "\r\nContent-Disposition: form-data; name=\"b\"\r\nContent-Disp"),
            "--b-1\r\n\r\n\r\n--b-1--")) {
      assertThat(fault(read(fields, MULTI, bad))).as(bad).isEqualTo(ErrorCode.UNPARSEABLE_BODY);
    }
    for (String type :
        List.of("multipart/form-data", "multipart/mixed; boundary=b-1", "text/plain")) {
      assertThat(fault(read(fields, type, good))).as(type).isEqualTo(ErrorCode.UNPARSEABLE_BODY);
    }
  }

  @Test
  void theNameOfAFileIsNotTheNameOfItsField() {
    Extractor fields = extractor("multipart", "form:a", "form:file");
    String form = multipart("a", "1", "file", "x");

    for (String file :
        List.of(
            "filename=\"f; name=a\"; name=\"file\"",
            "name=\"file\"; filename=\"f; name=\\\"a\\\"\"",
            "Name=file ; filename*=UTF-8''a%20b")) {
      Extracted read = read(fields, MULTI, form.replace("name=\"file\"", file));
      assertThat(read.fault()).as(file).isNull();
      assertThat(List.of(read.eventId(), read.type())).as(file).containsExactly("1", "x");
    }
  }

  @Test
  void moreThanAThousandPartsAreNotRead() {
    String[] many = new String[2 * (MultipartFields.MAX_PARTS + 2)];
    for (int i = 0; i < many.length; i++) {
      many[i] = "f" + i;
    }
    assertThat(fault(read(extractor("multipart", "form:f0", "form:f0"), MULTI, multipart(many))))
        .isEqualTo(ErrorCode.UNPARSEABLE_BODY);
  }

  // ---------------------------------------------------------------- CloudEvents, tokens, text

  private static final Extractor CLOUD =
      extractor(
          "cloudevents",
          "header:ce-source + header:ce-id | json:/source + json:/id",
          "header:ce-type | json:/type");

  @Test
  void aCloudEventIsReadFromItsHeadersOrItsBody() {
    Extracted binary =
        read(
            CLOUD,
            Headers.of(
                "ce-id",
                "7",
                "ce-source",
                "/s",
                "ce-specversion",
                "1.0",
                "ce-type",
                "t",
                "Content-Type",
                "application/octet-stream"),
            new byte[] {0, 1, 2});
    Extracted structured =
        read(
            CLOUD,
            "application/cloudevents+json; charset=utf-8",
            "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/s\",\"type\":\"t\"}");

    assertThat(binary.fault()).isNull();
    assertThat(List.of(binary.eventId(), structured.eventId())).containsOnly("/s.7");
    assertThat(List.of(binary.type(), structured.type())).containsOnly("t");
  }

  @Test
  void dataThatLooksLikeAnEventIsNoCloudEvent() {
    String data = "{\"id\":\"7\",\"source\":\"/s\",\"type\":\"t\"}";

    assertThat(fault(read(CLOUD, "application/json", data))).isEqualTo(ErrorCode.UNPARSEABLE_BODY);
    assertThat(fault(read(CLOUD, "application/cloudevents+avro", data)))
        .isEqualTo(ErrorCode.UNPARSEABLE_BODY);
  }

  @Test
  void whatATokenHoldsIsTheDocument() {
    Extractor token = extractor("jwt", "json:/event_id", "json:/data > /data > /type");
    String claims =
        "{\"event_id\":\"e1\",\"data\":\"{\\\"data\\\":\\\"{\\\\\\\"type\\\\\\\":\\\\\\\"t\\\\\\\"}\\\"}\"}";
    String jwt =
        "eyJ9."
            + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(UTF_8))
            + ".c2ln";

    assertThat(read(token, "application/jwt", jwt).eventId()).isEqualTo("e1");
    assertThat(read(token, "application/jwt", jwt).type()).isEqualTo("t");
    for (String bad : List.of("", "a.b", "a.!.c", "a.e30.c.d", "a.W10.c")) {
      assertThat(read(token, "application/jwt", bad).eventId()).as(bad).isNull();
    }
  }

  @Test
  void aDocumentInATextOfTheDocumentIsReadOnlyWhenItIsOne() {
    Extractor inside =
        extractor("json", "json:/m > /id", "json:/b > base64 > /t | json:/j > jwt > /t");
    String token =
        "h." + Base64.getUrlEncoder().encodeToString("{\"t\":\"y\"}".getBytes(UTF_8)) + ".s";

    Extracted fine = read(inside, "x", "{\"m\":\"{\\\"id\\\":5}\",\"b\":\"eyJ0IjoieCJ9\"}");
    Extracted other = read(inside, "x", "{\"m\":\"{\\\"id\\\":5}\",\"j\":\"" + token + "\"}");

    assertThat(fine.eventId()).isEqualTo("5");
    assertThat(fine.type()).isEqualTo("x");
    assertThat(other.type()).isEqualTo("y");
    for (String text : List.of("{", "{\\\"id\\\":5} x", "", "5")) {
      Extracted read = read(inside, "x", "{\"m\":\"" + text + "\",\"b\":\"eyJ0IjoieCJ9\"}");
      assertThat(fault(read)).as(text).isEqualTo(ErrorCode.MISSING_EVENT_ID);
    }
    assertThat(
            fault(
                read(
                    inside, "x", "{\"m\":\"{\\\"id\\\":5,\\\"id\\\":5}\",\"b\":\"eyJ0IjoieCJ9\"}")))
        .isEqualTo(ErrorCode.AMBIGUOUS_JSON);
    assertThat(FieldPath.parse("json:/a > base64 > /b > jwt > /c").toString())
        .isEqualTo("json:/a > base64 > /b > jwt > /c");
  }

  @Test
  void textHasToBeText() {
    Extractor text = extractor("text", "digest", "header:X-Type");
    Headers headers = Headers.of("X-Type", "t");

    assertThat(read(text, headers, "ä".getBytes(UTF_8)).fault()).isNull();
    assertThat(fault(read(text, headers, "ä".getBytes(ISO_8859_1))))
        .isEqualTo(ErrorCode.UNPARSEABLE_BODY);
  }

  @Test
  void theContentTypeChoosesAmongTheFormatsOfASource() {
    Extractor any =
        extractor("json | form | multipart:j | xml", "json:/id | form:id | xml:/e/id", "header:T");
    Headers json = Headers.of("Content-Type", "application/vnd.x+json", "T", "t");
    Headers form = Headers.of("Content-Type", "application/x-www-form-urlencoded", "T", "t");
    Headers xml = Headers.of("Content-Type", "application/soap+xml; charset=utf-8", "T", "t");
    Headers multipart = Headers.of("Content-Type", MULTI, "T", "t");

    assertThat(read(any, json, JSON.getBytes(UTF_8)).eventId()).isEqualTo("evt_1");
    assertThat(read(any, form, "id=2".getBytes(UTF_8)).eventId()).isEqualTo("2");
    assertThat(read(any, xml, "<e><id>3</id></e>".getBytes(UTF_8)).eventId()).isEqualTo("3");
    assertThat(read(any, multipart, multipart("j", JSON).getBytes(UTF_8)).eventId())
        .isEqualTo("evt_1");
    for (String format :
        List.of("json | text", "form | form:a", "bla", "form:", "form:a hex", "json xml")) {
      assertThatThrownBy(() -> BodyFormat.parseAll(format))
          .as(format)
          .isInstanceOf(SpecMistake.class);
    }
  }

  // ---------------------------------------------------------------- packed bodies

  private static final Extractor PLAIN = extractor("json", "json:/id", "json:/type");

  @Test
  void packedBodiesAreReadUnpacked() {
    byte[] plain = JSON.getBytes(UTF_8);
    Headers gzip = Headers.of("Content-Encoding", "gzip");
    Headers deflate = Headers.of("Content-Encoding", " Deflate ");

    assertThat(read(PLAIN, gzip, packed(plain, true, false)).eventId()).isEqualTo("evt_1");
    assertThat(read(PLAIN, deflate, packed(plain, false, false)).eventId()).isEqualTo("evt_1");
    assertThat(read(PLAIN, deflate, packed(plain, false, true)).eventId()).isEqualTo("evt_1");
    assertThat(PLAIN.view(gzip, new RawBody(packed(plain, true, false))))
        .isEqualTo(new Extractor.View.Json(new RawBody(plain)));
    assertThat(read(PLAIN, Headers.of("Content-Encoding", "identity"), plain).eventId())
        .isEqualTo("evt_1");
  }

  @Test
  void aBodyThatGrowsTooLargeIsNotUnpackedToTheEnd() {
    Headers gzip = Headers.of("Content-Encoding", "gzip");
    byte[] bomb = packed(new byte[64 << 20], true, false);

    Extracted bySize = read(PLAIN.with(new Unpacking(1 << 20, 1_000_000)), gzip, bomb);
    Extracted byRatio = read(PLAIN.with(new Unpacking(1 << 30, 200)), gzip, bomb);

    assertThat(fault(bySize)).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(fault(byRatio)).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(bySize.eventId()).isNull();
    assertThat(PLAIN.view(gzip, new RawBody(bomb))).isEqualTo(new Extractor.View.Opaque());
  }

  @Test
  void aBodyThatIsNotPackedAsItSaysIsUnparseable() {
    byte[] whole = packed(JSON.getBytes(UTF_8), true, false);
    for (byte[] body :
        List.of(
            JSON.getBytes(UTF_8),
            new byte[0],
            java.util.Arrays.copyOf(whole, whole.length - 9),
            java.util.Arrays.copyOf(whole, 12))) {
      for (String coding : List.of("gzip", "deflate")) {
        assertThat(fault(read(PLAIN, Headers.of("Content-Encoding", coding), body)))
            .isEqualTo(ErrorCode.UNPARSEABLE_BODY);
      }
    }
  }

  @Test
  void noBytesAtAllBringAReaderDown() {
    long seed = 20_261_201L;
    Random random = new Random(seed);
    List<Extractor> all =
        List.of(
            XML,
            CLOUD,
            PLAIN,
            extractor("multipart:json", "json:/id", "form:json"),
            extractor("form:a base64 xml", "xml:/n/@id", "form:a"),
            extractor("jwt", "json:/a > jwt > /b", "json:/a > base64 > /b"));
    List<String> starts =
        List.of(
            "<n id='1'><kind>k</kind></n>",
            multipart("json", JSON),
            JSON,
            "a=PG4vPg%3D%3D",
            "a.e30.c",
            "");
    for (int i = 0; i < 30_000; i++) {
      byte[] body = starts.get(random.nextInt(starts.size())).getBytes(UTF_8);
      for (int j = random.nextInt(4); j > 0 && body.length > 0; j--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      Headers headers =
          Headers.of(
              "Content-Type", random.nextBoolean() ? MULTI : "application/cloudevents+json",
              "Content-Encoding", random.nextInt(4) == 0 ? "gzip" : "identity");
      Extracted read = read(all.get(random.nextInt(all.size())), headers, body);
      assertThat(read).as("seed " + seed + ", round " + i).isNotNull();
    }
  }
}
