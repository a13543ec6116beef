package dev.gatehouse.operate.api;

import dev.gatehouse.watch.inspect.Scope;
import java.util.Set;
import java.util.UUID;

/**
 * Who asks.
 *
 * @param name of the token; what audit and history call the actor
 * @param scope the sources it may see
 */
record Caller(UUID token, String name, Set<Role> roles, Scope scope) {
  Caller {
    roles = Set.copyOf(roles);
  }

  boolean may(Permission permission) {
    return roles.stream().anyMatch(role -> role.permissions().contains(permission));
  }

  /** Limited to some sources, and so shut out of what concerns all. */
  boolean isLimited() {
    return scope.sources() != null;
  }
}
