package dev.gatehouse.receive.signature.key;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/**
 * The two numbers of an ECDSA signature, each from 1 to the order of the curve less one: zero, the
 * order itself and more have made careless verifiers accept anything.
 */
final class EcdsaNumbers {
  private EcdsaNumbers() {}

  /** The signature as r and s in full length; empty for anything that is none. */
  static Optional<byte[]> raw(byte[] signature, KeyAlgorithm.Ecdsa algorithm) {
    Curve curve = algorithm.curve();
    BigInteger[] numbers =
        switch (algorithm.form()) {
          case RAW -> halves(signature, curve.bytes());
          case DER -> sequence(signature);
        };
    for (BigInteger number : numbers) {
      if (number.signum() <= 0 || number.compareTo(curve.order()) >= 0) {
        return Optional.empty();
      }
    }
    return numbers.length == 2 ? Optional.of(joined(numbers, curve.bytes())) : Optional.empty();
  }

  private static BigInteger[] halves(byte[] signature, int bytes) {
    return signature.length == 2 * bytes
        ? new BigInteger[] {
          new BigInteger(1, Arrays.copyOfRange(signature, 0, bytes)),
          new BigInteger(1, Arrays.copyOfRange(signature, bytes, 2 * bytes))
        }
        : new BigInteger[0];
  }

  private static byte[] joined(BigInteger[] numbers, int bytes) {
    byte[] raw = new byte[2 * bytes];
    for (int i = 0; i < 2; i++) {
      byte[] number = numbers[i].toByteArray();
      int from = Math.max(0, number.length - bytes);
      int length = number.length - from;
      System.arraycopy(number, from, raw, (i + 1) * bytes - length, length);
    }
    return raw;
  }

  /** DER and nothing but: shortest lengths, shortest integers, no byte after the end. */
  private static BigInteger[] sequence(byte[] der) {
    int[] at = {0};
    int end = open(der, at, 0x30, der.length);
    if (end != der.length) {
      return new BigInteger[0];
    }
    BigInteger[] numbers = new BigInteger[2];
    for (int i = 0; i < 2; i++) {
      int stop = open(der, at, 0x02, end);
      int start = at[0];
      if (stop <= start
          || (stop - start > 1 && der[start] == 0 && der[start + 1] >= 0)
          || (stop - start > 1 && der[start] == -1 && der[start + 1] < 0)) {
        return new BigInteger[0];
      }
      numbers[i] = new BigInteger(der, start, stop - start);
      at[0] = stop;
    }
    return at[0] == end ? numbers : new BigInteger[0];
  }

  /** Steps into an element; its end, or -1. */
  private static int open(byte[] der, int[] at, int tag, int limit) {
    if (limit - at[0] < 2 || der[at[0]] != tag) {
      return -1;
    }
    int length = der[at[0] + 1] & 0xFF;
    at[0] += 2;
    if (length == 0x81) {
      if (at[0] >= limit) {
        return -1;
      }
      length = der[at[0]++] & 0xFF;
      if (length < 0x80) {
        return -1;
      }
    } else if (length > 0x7F) {
      return -1;
    }
    return length <= limit - at[0] ? at[0] + length : -1;
  }
}
