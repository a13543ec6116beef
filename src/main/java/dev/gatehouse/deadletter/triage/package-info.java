/**
 * Pure: how a dead letter is sorted. Its stages and statuses, the moves between statuses, the
 * fingerprint that puts like with like, the owner that rules give it, and the text it may carry.
 */
@NullMarked
package dev.gatehouse.deadletter.triage;

import org.jspecify.annotations.NullMarked;
