/**
 * Reads the preset language: the {@code signature} and {@code event} blocks of presets and of
 * sources of their own kind, the preset files, and the folder they come from.
 */
@NullMarked
package dev.gatehouse.config.preset;

import org.jspecify.annotations.NullMarked;
