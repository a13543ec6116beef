/**
 * Plays the recorded hazard cases of {@code src/test/resources/cases} against the whole gateway,
 * over its public port, and checks every fact they name. A member or fact the player does not know
 * fails the case; nothing is passed over in silence.
 */
@NullMarked
package dev.gatehouse.cases;

import org.jspecify.annotations.NullMarked;
