package dev.gatehouse.config.preset;

import dev.gatehouse.receive.preset.ProviderPreset;
import java.util.Optional;
import java.util.Set;

/** Presets by their id. */
public interface Presets {
  /** None at all. */
  Presets NONE =
      new Presets() {
        @Override
        public Set<String> ids() {
          return Set.of();
        }

        @Override
        public Optional<ProviderPreset> preset(String id) {
          return Optional.empty();
        }
      };

  /** Sorted. */
  Set<String> ids();

  Optional<ProviderPreset> preset(String id);
}
