package dev.gatehouse.event;

/**
 * Why an event that was signed and stored cannot be worked as it stands.
 *
 * @param detail names the field and what was expected; never the value found there
 */
public record Fault(ErrorCode code, String detail) {}
