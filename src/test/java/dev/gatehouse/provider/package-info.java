/**
 * Proof of the presets: requests computed from facts about the providers by code that shares
 * nothing with the verifier, and the page and the schema made of the presets.
 */
@NullMarked
package dev.gatehouse.provider;

import org.jspecify.annotations.NullMarked;
