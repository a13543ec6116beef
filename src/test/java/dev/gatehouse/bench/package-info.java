/**
 * The speed harness behind {@code bench/run}: measures the gateway and its ceilings in one run on
 * one machine and compares them. Lives in the test tree so that no production jar carries it.
 *
 * <p>Never judges a figure by itself: every row stands against a ceiling measured a few seconds
 * before or after it.
 */
@NullMarked
package dev.gatehouse.bench;

import org.jspecify.annotations.NullMarked;
