/**
 * Which settings were in force: one row for each wording, its number written into every event.
 *
 * <p>Owns the table {@code config_revision}. Only redacted text gets here: references instead of
 * their values, {@code ***} instead of secrets.
 */
@NullMarked
package dev.gatehouse.config.revision;

import org.jspecify.annotations.NullMarked;
