package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.HandlerTarget;
import dev.gatehouse.deliver.InboxTarget;
import dev.gatehouse.deliver.KafkaTarget;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.shape.Shaper;

/** Opens destinations. Opening connects to nothing yet. */
public final class Destinations {
  private final NameLookup lookup;

  public Destinations() {
    this(NameLookup.SYSTEM);
  }

  /** With a resolver of one's own. */
  public Destinations(NameLookup lookup) {
    this.lookup = lookup;
  }

  /** A destination as the settings say; the caller closes it. */
  public Destination open(DestinationSettings settings) {
    Destination plain = plain(settings);
    return Shaper.of(settings.form())
        .<Destination>map(shaper -> new ShapedDestination(shaper, plain))
        .orElse(plain);
  }

  private Destination plain(DestinationSettings settings) {
    return switch (settings.target()) {
      case Target.Http http -> new HttpDestination(http, settings.concurrency(), lookup);
      case Target.Lines lines -> new LinesDestination(lines);
      case InboxTarget inbox -> new InboxDestination(inbox, settings.concurrency());
      case KafkaTarget kafka -> new KafkaDestination(settings.name(), kafka);
      case HandlerTarget handler ->
          new HandlerDestination(settings.name(), handler, settings.concurrency());
    };
  }
}
