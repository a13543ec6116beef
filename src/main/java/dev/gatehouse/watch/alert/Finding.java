package dev.gatehouse.watch.alert;

/**
 * Something that is true now and needs people.
 *
 * @param subject which one, of its kind
 * @param message for people, in one line
 * @param count how many things it stands for
 */
public record Finding(AlertKind kind, String subject, String message, long count) {}
