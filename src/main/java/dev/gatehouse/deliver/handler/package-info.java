/**
 * What a handler of one's own is written against: the only package of Gatehouse that it can see.
 *
 * <p>Uses nothing but the JDK, so that a handler needs no library of ours, and changes only by
 * addition.
 */
@NullMarked
package dev.gatehouse.deliver.handler;

import org.jspecify.annotations.NullMarked;
