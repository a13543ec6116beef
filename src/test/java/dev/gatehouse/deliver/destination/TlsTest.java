package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.gatehouse.deliver.Pem;
import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.Tls;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Answered;
import dev.gatehouse.deliver.retry.AttemptResult.NoAnswer;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.support.Certificates;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Certificates made here, handshakes over real sockets. */
@Timeout(60)
class TlsTest {
  private static final NameLookup LOOPBACK =
      host -> new InetAddress[] {InetAddress.getLoopbackAddress()};

  private final AtomicInteger requests = new AtomicInteger();
  private Certificates authority;
  private HttpsServer server;

  @BeforeEach
  void make() throws Exception {
    authority = Certificates.authority("House CA");
  }

  @AfterEach
  void close() {
    if (server != null) {
      server.stop(0);
    }
  }

  private void serve(Certificates.Issued own, boolean wantsClient) throws Exception {
    SSLContext context = authority.server(own);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = context.getDefaultSSLParameters();
            ssl.setNeedClientAuth(wantsClient);
            parameters.setSSLParameters(ssl);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  private AttemptResult send(String host, Tls tls) {
    Target.Http target =
        Target.Http.of("https://" + host + ":" + server.getAddress().getPort() + "/hook")
            .inside()
            .within(Duration.ofSeconds(10))
            .with(tls);
    try (HttpDestination destination = new HttpDestination(target, 2, LOOPBACK)) {
      return destination.send(
          new Parcel(
              Samples.delivery(Samples.event("1"), new DestinationName("a")),
              0,
              1,
              null,
              Instant.now()));
    }
  }

  private Tls trusting() {
    return new Tls(Pem.certificates(authority.pem()), null);
  }

  @Test
  void anAuthorityOfTheDestinationsOwnIsTrustedThereAndNowhereElse() throws Exception {
    serve(authority.issue("sink.test"), false);
    assertThat(send("sink.test", trusting())).isEqualTo(new Answered(200, null));
    assertThat(send("sink.test", Tls.STANDARD)).isEqualTo(new NoAnswer(Trouble.TLS));
    Tls other = new Tls(List.of(Certificates.authority("Other CA").certificate()), null);
    assertThat(send("sink.test", other)).isEqualTo(new NoAnswer(Trouble.TLS));
    assertThat(requests).hasValue(1);
  }

  @Test
  void aCertificateForAnotherNameIsRefused() throws Exception {
    serve(authority.issue("other.test"), false);
    assertThat(send("sink.test", trusting())).isEqualTo(new NoAnswer(Trouble.TLS));
    assertThat(requests).hasValue(0);
  }

  @Test
  void aCertificateThatHasEndedIsRefused() throws Exception {
    serve(authority.issue("sink.test", Duration.ofMinutes(-1)), false);
    assertThat(send("sink.test", trusting())).isEqualTo(new NoAnswer(Trouble.TLS));
    assertThat(requests).hasValue(0);
  }

  @Test
  void aReceiverThatWantsOurCertificateGetsIt() throws Exception {
    serve(authority.issue("sink.test"), true);
    Certificates.Issued ours = authority.issue("gatehouse.test");
    Tls with =
        new Tls(
            Pem.certificates(authority.pem()),
            new Tls.Identity(
                Pem.certificates(ours.certificatePem()), Pem.privateKey(ours.keyPem())));
    assertThat(send("sink.test", with)).isEqualTo(new Answered(200, null));
    assertThat(send("sink.test", trusting())).isInstanceOf(NoAnswer.class);
    Certificates.Issued stranger = Certificates.authority("Other CA").issue("gatehouse.test");
    Tls wrong =
        new Tls(
            Pem.certificates(authority.pem()),
            new Tls.Identity(List.of(stranger.certificate()), stranger.key()));
    assertThat(send("sink.test", wrong)).isInstanceOf(NoAnswer.class);
    assertThat(requests).hasValue(1);
  }

  @Test
  void whatDoesNotFitTogetherIsRefusedWithoutRepeatingIt() throws Exception {
    Certificates.Issued one = authority.issue("one.test");
    Certificates.Issued other = authority.issue("other.test");
    assertThatThrownBy(() -> new Tls.Identity(List.of(one.certificate()), other.key()))
        .hasMessage("the key does not belong to the certificate");
    String broken = one.keyPem().replace("M", "!");
    assertThatThrownBy(() -> Pem.privateKey(broken))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain(broken.substring(40, 60)));
    assertThatThrownBy(() -> Pem.certificates("nothing")).hasMessageContaining("in PEM");
    assertThatThrownBy(() -> Pem.certificates("")).hasMessageContaining("in PEM");
    assertThat(new Tls.Identity(List.of(one.certificate()), one.key()).toString())
        .isEqualTo("Identity[***]");
  }
}
