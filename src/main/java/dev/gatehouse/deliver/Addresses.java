package dev.gatehouse.deliver;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Tells addresses on the public internet from all others.
 *
 * <p>A list of our own, judged on the bytes: the JDK's questions ({@code isSiteLocalAddress} and
 * the like) leave out carrier NAT, unique local addresses and every way to write an IPv4 address
 * inside an IPv6 one. Source: the IANA special-purpose address registries for IPv4 (RFC 6890 and
 * its successors) and IPv6, entries that are not globally reachable.
 */
public final class Addresses {
  /** What is not public of IPv4; mapped and compatible addresses are unwrapped first. */
  private static final List<Range> INSIDE_V4 =
      List.of(
          Range.of("0.0.0.0", 8), // this network, unspecified
          Range.of("10.0.0.0", 8), // private
          Range.of("100.64.0.0", 10), // carrier NAT
          Range.of("127.0.0.0", 8), // loopback
          Range.of("169.254.0.0", 16), // link-local, cloud metadata
          Range.of("172.16.0.0", 12), // private
          Range.of("192.0.0.0", 24), // protocol assignments
          Range.of("192.0.2.0", 24), // documentation
          Range.of("192.88.99.0", 24), // 6to4 relays
          Range.of("192.168.0.0", 16), // private
          Range.of("198.18.0.0", 15), // benchmarking
          Range.of("198.51.100.0", 24), // documentation
          Range.of("203.0.113.0", 24), // documentation
          Range.of("224.0.0.0", 4), // multicast
          Range.of("240.0.0.0", 4)); // reserved, broadcast

  /** Everything of IPv6 that is in use on the internet; the rest is inside. */
  private static final Range GLOBAL_V6 = Range.of("2000::", 3);

  /** What of it is not public all the same. */
  private static final List<Range> INSIDE_V6 =
      List.of(
          Range.of("2001::", 23), // protocol assignments, among them Teredo and ORCHID
          Range.of("2001:db8::", 32), // documentation
          Range.of("2002::", 16), // 6to4: holds an IPv4 address
          Range.of("3fff::", 20)); // documentation

  private Addresses() {}

  /** True for every address that is not plainly on the public internet. */
  public static boolean isInside(InetAddress address) {
    byte[] bytes = unwrapped(address.getAddress());
    if (bytes.length == 4) {
      return INSIDE_V4.stream().anyMatch(range -> range.holds(bytes));
    }
    // Outside 2000::/3 lie ::, ::1, NAT64, unique local, link-local, site-local and multicast.
    return !GLOBAL_V6.holds(bytes)
        || isIsatap(bytes)
        || INSIDE_V6.stream().anyMatch(range -> range.holds(bytes));
  }

  /**
   * Whether a host in a URL spells out an address inside, in any notation that some resolver would
   * take, hexadecimal and octal ones among them: {@code 0177.0.0.1} is 177.0.0.1 to the JDK and
   * 127.0.0.1 to most others. False for a name; asks no name server.
   */
  static boolean spellsInside(String host) {
    return Stream.<Function<String, InetAddress>>of(
            InetAddress::ofLiteral, Inet4Address::ofPosixLiteral)
        .anyMatch(
            reading -> {
              try {
                return isInside(reading.apply(host));
              } catch (IllegalArgumentException e) {
                return false;
              }
            });
  }

  /**
   * RFC 5214, section 6.1: under any prefix, {@code 0:5efe:a.b.c.d} (or {@code 200:5efe:…}) is a
   * tunnel to that IPv4 address; nobody sends webhooks through one.
   */
  private static boolean isIsatap(byte[] bytes) {
    return (bytes[8] & 0xFD) == 0 && bytes[9] == 0 && bytes[10] == 0x5E && bytes[11] == (byte) 0xFE;
  }

  /** The IPv4 bytes of {@code ::ffff:a.b.c.d} and {@code ::a.b.c.d}; others as they are. */
  private static byte[] unwrapped(byte[] bytes) {
    if (bytes.length != 16) {
      return bytes;
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return bytes;
      }
    }
    boolean mapped = (bytes[10] & bytes[11] & 0xFF) == 0xFF;
    boolean compatible = bytes[10] == 0 && bytes[11] == 0;
    return mapped || compatible ? new byte[] {bytes[12], bytes[13], bytes[14], bytes[15]} : bytes;
  }

  /** The addresses that share their first bits. */
  private record Range(byte[] prefix, int bits) {
    static Range of(String address, int bits) {
      return new Range(InetAddress.ofLiteral(address).getAddress(), bits);
    }

    boolean holds(byte[] address) {
      if (address.length != prefix.length) {
        return false;
      }
      int whole = bits / 8;
      for (int i = 0; i < whole; i++) {
        if (address[i] != prefix[i]) {
          return false;
        }
      }
      int rest = bits % 8;
      int mask = 0xFF << (8 - rest);
      return rest == 0 || (address[whole] & mask) == (prefix[whole] & mask);
    }
  }
}
