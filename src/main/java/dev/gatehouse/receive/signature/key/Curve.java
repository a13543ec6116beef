package dev.gatehouse.receive.signature.key;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.Optional;

/** The curves providers sign on (FIPS 186-5); the JDK computes on all three. */
public enum Curve {
  P256("P-256", "secp256r1"),
  P384("P-384", "secp384r1"),
  P521("P-521", "secp521r1");

  private final String jwk;
  private final ECParameterSpec parameters;
  private final BigInteger prime;
  private final int bytes;

  Curve(String jwk, String jca) {
    this.jwk = jwk;
    try {
      AlgorithmParameters named = AlgorithmParameters.getInstance("EC");
      named.init(new ECGenParameterSpec(jca));
      this.parameters = named.getParameterSpec(ECParameterSpec.class);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + jca, e);
    }
    this.prime = ((ECFieldFp) parameters.getCurve().getField()).getP();
    this.bytes = (prime.bitLength() + 7) / 8;
  }

  /** The name a JWK has for it. */
  public String jwkName() {
    return jwk;
  }

  ECParameterSpec parameters() {
    return parameters;
  }

  BigInteger order() {
    return parameters.getOrder();
  }

  /** The bytes of a coordinate, and of each half of a raw signature. */
  public int bytes() {
    return bytes;
  }

  /** The curve of that JWK name. */
  public static Optional<Curve> ofJwk(String name) {
    for (Curve curve : values()) {
      if (curve.jwk.equals(name)) {
        return Optional.of(curve);
      }
    }
    return Optional.empty();
  }

  /** True for a key on this curve whose point lies on it; Java's key factories take any point. */
  boolean holds(ECPublicKey key) {
    ECParameterSpec given = key.getParams();
    return given.getCurve().equals(parameters.getCurve())
        && given.getGenerator().equals(parameters.getGenerator())
        && given.getOrder().equals(parameters.getOrder())
        && onCurve(key.getW());
  }

  private boolean onCurve(ECPoint point) {
    if (point.equals(ECPoint.POINT_INFINITY)) {
      return false;
    }
    BigInteger x = point.getAffineX();
    BigInteger y = point.getAffineY();
    if (!inField(x) || !inField(y)) {
      return false;
    }
    return y.pow(2).subtract(square(x)).mod(prime).signum() == 0;
  }

  /** True when there is a point with that first coordinate. */
  boolean hasX(BigInteger x) {
    if (!inField(x)) {
      return false;
    }
    BigInteger square = square(x);
    BigInteger half = prime.subtract(BigInteger.ONE).shiftRight(1);
    return square.signum() == 0 || square.modPow(half, prime).equals(BigInteger.ONE);
  }

  /** What the curve's equation says the second coordinate's square is. */
  private BigInteger square(BigInteger x) {
    return x.pow(3)
        .add(parameters.getCurve().getA().multiply(x))
        .add(parameters.getCurve().getB())
        .mod(prime);
  }

  private boolean inField(BigInteger coordinate) {
    return coordinate.signum() >= 0 && coordinate.compareTo(prime) < 0;
  }
}
