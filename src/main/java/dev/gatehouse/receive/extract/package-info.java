/**
 * From a verified request to the id, type, entity and order that decide its way.
 *
 * <p>Pure, strict where reading decides something, tolerant elsewhere: unknown fields never fail.
 * Text is UTF-8, with or without a byte order mark; any other encoding is a fault
 * (UNPARSEABLE_BODY), the same one every time. Never throws for anything in a request: what cannot
 * be used becomes a {@link dev.gatehouse.event.Fault} beside whatever could be read.
 */
@NullMarked
package dev.gatehouse.receive.extract;

import org.jspecify.annotations.NullMarked;
