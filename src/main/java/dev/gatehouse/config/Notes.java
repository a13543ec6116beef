package dev.gatehouse.config;

import dev.gatehouse.config.secrets.SecretRules;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.receive.signature.Secret;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes what is allowed and worth a thought while a file is read.
 *
 * @param warnings so far
 * @param lenient true to look at a file, false to run it: the secrets of the example are known to
 *     everybody, so nothing may start with them
 */
record Notes(List<String> warnings, boolean lenient) {
  static Notes of(boolean lenient) {
    return new Notes(new ArrayList<>(), lenient);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  void placeholder(Node node, Secret secret) {
    if (!SecretRules.isPlaceholder(secret)) {
      return;
    }
    if (lenient) {
      warn(node.path() + ": a placeholder of the example; nothing starts with it");
    } else {
      node.mistake(
          "a placeholder of the example, known to everybody; expected a secret of your own"
              + " (gatehouse init writes a configuration with one)");
    }
  }
}
