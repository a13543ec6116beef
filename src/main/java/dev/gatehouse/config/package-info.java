/**
 * From one YAML file to checked settings: all mistakes at once, nothing started on a bad file.
 *
 * <p>Fills the settings records the rooms declare; no room knows this package. Values that came
 * from references are never shown.
 */
@NullMarked
package dev.gatehouse.config;

import org.jspecify.annotations.NullMarked;
