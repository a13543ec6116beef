package dev.gatehouse.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.7",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::8.8.8.8",
        "64:ff9b:1::a",
        "100::1",
        "2001::1",
        "2001:0:1234::1",
        "2001:db8::1",
        "2001:10::1",
        "2002:7f00:1::",
        "2002:808:808::",
        "3fff::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1",
        "5f00::1",
        "2606:4700::5efe:10.0.0.1",
        "2606:4700::200:5efe:10.0.0.1",
        "4000::1"
      })
  void insideIsInside(String address) {
    assertThat(Addresses.isInside(InetAddress.ofLiteral(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2001:4860:4860::8888",
        "2606:4700::1111",
        "2a00:1450:4001::200e",
        "::ffff:8.8.8.8"
      })
  void outsideIsOutside(String address) {
    assertThat(Addresses.isInside(InetAddress.ofLiteral(address))).isFalse();
  }

  @Test
  void aMappedAddressIsUnwrappedEvenIfTheJdkDidNot() throws Exception {
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xFF;
    mapped[11] = (byte) 0xFF;
    mapped[12] = (byte) 169;
    mapped[13] = (byte) 254;
    mapped[14] = (byte) 169;
    mapped[15] = (byte) 254;
    InetAddress address = java.net.Inet6Address.getByAddress(null, mapped, 0);
    assertThat(address.getAddress()).hasSize(16);
    assertThat(Addresses.isInside(address)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:169.254.169.254]/",
        "http://[::ffff:7f00:1]/",
        "http://127.0.0.1:5432/",
        "http://localhost/",
        "http://[::1]/",
        "http://10.0.0.7/",
        "http://192.168.1.1/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_x",
        "http://[fe80::1%25lo]/",
        "https://127.0.0.1/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://2130706433/",
        "https://127.1/",
        "https://[::ffff:169.254.169.254]/",
        "https://[64:ff9b::7f00:1]/",
        "https://user@example.com/",
        "https://user:secret@example.com/",
        "https://@example.com/",
        "https://example.com@127.0.0.1/",
        "https:///path",
        "https://",
        "//example.com/",
        "example.com/hook",
        "https://example.com/#part",
        "javascript:alert(1)",
        "ftp://example.com/",
        "jar:https://example.com/!/",
        "https://exa mple.com/",
        ""
      })
  void aUrlThatLeadsWhereItMayNotIsRefusedWhenItIsRead(String url) {
    assertThat(HttpTargetCheck.mistakeIn(url, false, false)).isPresent();
  }

  @Test
  void aMistakeDoesNotRepeatTheUrl() {
    assertThat(HttpTargetCheck.mistakeIn("https://user:hunter2@example.com/", false, false))
        .hasValueSatisfying(text -> assertThat(text).doesNotContain("hunter2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://example.com/hooks?x=1", "https://8.8.8.8/", "https://münchen.de/a@b"})
  void anOrdinaryUrlIsTaken(String url) {
    assertThat(HttpTargetCheck.mistakeIn(url, false, false)).isEmpty();
  }

  @Test
  void plainHttpAndInsideHaveToBeAskedFor() {
    assertThat(HttpTargetCheck.mistakeIn("http://example.com/", false, true)).isEmpty();
    assertThat(HttpTargetCheck.mistakeIn("http://127.0.0.1:9000/", true, false)).isEmpty();
    assertThat(HttpTargetCheck.mistakeIn("http://127.0.0.1:9000/", false, true)).isPresent();
    assertThat(HttpTargetCheck.mistakeIn("file:///etc/passwd", true, true)).isPresent();
  }
}
