package dev.gatehouse.config;

import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.MachineSettings;
import dev.gatehouse.process.machine.TypePattern;
import dev.gatehouse.receive.extract.EntityRule;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** From machines to what the extractor has to know of them. */
final class EntityRules {
  private EntityRules() {}

  /** In the order of the file. At most one of them looks after types that no machine knows. */
  static List<EntityRule> of(SourceName source, Collection<MachineBlock.Read> machines) {
    List<MachineBlock.Read> readers =
        machines.stream().filter(each -> each.machine().reads(source)).toList();
    // The same choice as process.machine.Machines makes for such an event.
    MachineBlock.Read rest =
        readers.stream()
            .filter(
                each ->
                    each.machine().settings().unmatched() == MachineSettings.Unmatched.DEAD_LETTER)
            .findFirst()
            .orElse(readers.isEmpty() ? null : readers.getFirst());
    return readers.stream()
        .map(
            each ->
                new EntityRule(
                    each.machine().name(),
                    each.machine().types().stream()
                        .map(TypePattern::text)
                        .collect(Collectors.toSet()),
                    each == rest,
                    each.entity(),
                    each.sequence(),
                    each.occurredAt()))
        .toList();
  }
}
