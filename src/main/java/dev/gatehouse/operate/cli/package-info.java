/**
 * The commands of the terminal. They print for people, take {@code --json} for scripts, and end
 * with 0 (fine), 1 (the answer is no), 2 (wrong usage or configuration) or 3 (a service is away).
 */
@NullMarked
package dev.gatehouse.operate.cli;

import org.jspecify.annotations.NullMarked;
