/**
 * Reads a YAML file into {@link Node}s that know where they stand and what they are called.
 *
 * <p>YAML 1.2 core schema: {@code no}, {@code on} and {@code 012} are no surprises. Every mistake
 * is collected in {@link Mistakes} with file, line, column and path; nothing in here throws for
 * anything a file can hold. A value that came from a reference is never repeated in a mistake.
 */
@NullMarked
package dev.gatehouse.config.yaml;

import org.jspecify.annotations.NullMarked;
