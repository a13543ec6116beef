package dev.gatehouse.config.secrets;

import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.util.List;

/**
 * What the file says about the secrets of one source.
 *
 * @param secrets in the order of the file; the first is the current one
 * @param spec what a secret has to fit
 * @param allowShort whether it may have fewer than {@link SecretRules#MIN_CHARACTERS}
 */
public record ConfiguredSecrets(List<LiveSecret> secrets, SignatureSpec spec, boolean allowShort) {
  public ConfiguredSecrets {
    secrets = List.copyOf(secrets);
  }
}
