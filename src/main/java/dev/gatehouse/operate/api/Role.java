package dev.gatehouse.operate.api;

import static dev.gatehouse.operate.api.Permission.APPROVE;
import static dev.gatehouse.operate.api.Permission.AUDIT;
import static dev.gatehouse.operate.api.Permission.DESTINATIONS;
import static dev.gatehouse.operate.api.Permission.PAYLOAD;
import static dev.gatehouse.operate.api.Permission.READ;
import static dev.gatehouse.operate.api.Permission.RERUN;
import static dev.gatehouse.operate.api.Permission.TRIAGE;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a token is for; one token may have several. The table of who may what is this list. */
public enum Role {
  VIEWER(EnumSet.of(READ)),
  OPERATOR(EnumSet.of(READ, TRIAGE, DESTINATIONS)),
  REPLAYER(EnumSet.of(READ, RERUN)),
  APPROVER(EnumSet.of(READ, APPROVE, AUDIT)),
  PAYLOAD_READER(EnumSet.of(READ, PAYLOAD)),
  ADMIN(EnumSet.allOf(Permission.class));

  private final Set<Permission> permissions;

  Role(Set<Permission> permissions) {
    this.permissions = Set.copyOf(permissions);
  }

  public Set<Permission> permissions() {
    return permissions;
  }

  /** As the API writes it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Empty for a word that is no role. */
  public static Optional<Role> parse(String text) {
    for (Role role : values()) {
      if (role.text().equals(text)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }
}
