package dev.gatehouse.config.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds the tree from the parser's events rather than from composed nodes: only so can depth and
 * size be bounded before anything is built, and repeated keys be seen with their places.
 */
final class TreeBuilder {
  static final int MAX_DEPTH = 32;
  static final int MAX_NODES = 50_000;
  private static final Pattern SIMPLE_KEY = Pattern.compile("[A-Za-z0-9_-]{1,80}");
  private static final Set<String> CORE_TAGS =
      Set.of("str", "int", "float", "bool", "null", "map", "seq");
  private static final String CORE_PREFIX = "tag:yaml.org,2002:";

  private final String file;
  private final References references;
  private final Mistakes mistakes;
  private final Map<String, List<Event>> anchors = new HashMap<>();
  private final Set<String> open = new HashSet<>();
  private int nodes;

  TreeBuilder(String file, References references, Mistakes mistakes) {
    this.file = file;
    this.references = references;
    this.mistakes = mistakes;
  }

  /** Ends the reading where going on makes no sense; the mistake is recorded already. */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stop() {
      super("stop", null, false, false);
    }
  }

  Node build(String text) {
    Position start = new Position(file, 1, 1);
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file)
            .setUseMarks(true)
            .setCodePointLimit(YamlFile.MAX_BYTES)
            .build();
    try {
      // All events first: a syntax error at the end must not come after mistakes of meaning.
      List<Event> document = document(new Parse(settings).parseString(text).iterator());
      if (document.isEmpty()) {
        return new Node(start, "", new Content.Absent(), mistakes);
      }
      return node(document.iterator(), "", 0);
    } catch (Stop alreadyReported) {
      return Node.broken(start, "", mistakes);
    } catch (MarkedYamlEngineException syntax) {
      mistakes.add(at(syntax.getProblemMark()), "", "not YAML: " + Words.oneLine(problem(syntax)));
      return Node.broken(start, "", mistakes);
    } catch (ReaderException character) {
      mistakes.add(
          positionOf(text, character.getPosition()), "", "a character YAML does not allow");
      return Node.broken(start, "", mistakes);
    } catch (YamlEngineException other) {
      mistakes.add(start, "", "not YAML");
      return Node.broken(start, "", mistakes);
    }
  }

  private static String problem(MarkedYamlEngineException syntax) {
    String problem = syntax.getProblem();
    return problem == null
        ? "cannot be read"
        : problem.contains("\\t") || problem.contains("'\t'")
            ? "a tab where only spaces may indent"
            : problem;
  }

  /** The events of the one document, without its start and end; depth is checked on the way. */
  private List<Event> document(Iterator<Event> events) {
    List<Event> document = new ArrayList<>();
    int depth = 0;
    int documents = 0;
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case DocumentStart -> {
          if (++documents > 1) {
            throw stop(event, "", "a second document; the file may hold one");
          }
        }
        case MappingStart, SequenceStart -> {
          if (++depth > MAX_DEPTH) {
            throw stop(event, "", "nested deeper than " + MAX_DEPTH + " levels");
          }
          document.add(event);
        }
        case MappingEnd, SequenceEnd -> {
          depth--;
          document.add(event);
        }
        case Scalar, Alias -> document.add(event);
        default -> {}
      }
      if (document.size() > MAX_NODES * 3) {
        throw stop(event, "", "more than " + MAX_NODES + " values");
      }
    }
    return document;
  }

  private Node node(Iterator<Event> events, String path, int depth) {
    Event event = events.next();
    if (++nodes > MAX_NODES) {
      throw stop(event, path, "more than " + MAX_NODES + " values, aliases counted");
    }
    if (depth > MAX_DEPTH) {
      throw stop(event, path, "nested deeper than " + MAX_DEPTH + " levels, aliases counted");
    }
    if (event instanceof AliasEvent alias) {
      return aliased(alias, path, depth);
    }
    Optional<String> anchor = ((NodeEvent) event).getAnchor().map(Object::toString);
    if (anchor.isPresent()) {
      List<Event> whole = whole(event, events);
      return anchored(anchor.get(), whole, path, depth);
    }
    return plain(event, events, path, depth);
  }

  private Node aliased(AliasEvent alias, String path, int depth) {
    String name = alias.getAlias().toString();
    List<Event> target = anchors.get(name);
    if (target == null || open.contains(name)) {
      throw stop(
          alias,
          path,
          "the alias *" + Words.oneLine(name) + " refers to nothing before it, or to itself");
    }
    Iterator<Event> events = target.iterator();
    return plain(events.next(), events, path, depth);
  }

  private Node anchored(String name, List<Event> whole, String path, int depth) {
    anchors.put(name, whole);
    open.add(name);
    Iterator<Event> events = whole.iterator();
    Node node = plain(events.next(), events, path, depth);
    open.remove(name);
    return node;
  }

  /** The events of the value that {@code first} begins. */
  private static List<Event> whole(Event first, Iterator<Event> rest) {
    List<Event> whole = new ArrayList<>(List.of(first));
    int depth = first instanceof CollectionStartEvent ? 1 : 0;
    while (depth > 0) {
      Event next = rest.next();
      whole.add(next);
      switch (next.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
    }
    return whole;
  }

  private Node plain(Event event, Iterator<Event> events, String path, int depth) {
    Position position = at(event.getStartMark());
    Content content =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar, position, path);
          case CollectionStartEvent start when start.getEventId() == Event.ID.MappingStart ->
              entries(new Peeking(events), path, depth);
          default -> items(new Peeking(events), path, depth);
        };
    return new Node(position, path, content, mistakes);
  }

  private Content items(Peeking events, String path, int depth) {
    List<Node> items = new ArrayList<>();
    while (events.peek().getEventId() != Event.ID.SequenceEnd) {
      items.add(node(events, path + "[" + items.size() + "]", depth + 1));
    }
    events.next();
    return new Content.Items(items);
  }

  private Content entries(Peeking events, String path, int depth) {
    Map<String, Node> entries = new LinkedHashMap<>();
    Map<String, Position> places = new HashMap<>();
    while (events.peek().getEventId() != Event.ID.MappingEnd) {
      Event keyEvent = events.peek();
      Node key = node(events, path, depth + 1);
      String name = key.keyName();
      if (name == null) {
        mistakes.add(at(keyEvent.getStartMark()), path, "a key has to be plain text");
        node(events, path + ".?", depth + 1);
        continue;
      }
      String below = below(path, name);
      Node value = node(events, below, depth + 1);
      Node first = entries.putIfAbsent(name, value);
      places.putIfAbsent(name, at(keyEvent.getStartMark()));
      if (first != null) {
        mistakes.add(
            at(keyEvent.getStartMark()),
            below,
            "the key stands here a second time; first at line "
                + places.getOrDefault(name, first.position()).line());
      }
    }
    events.next();
    return new Content.Entries(Collections.unmodifiableMap(entries), Map.copyOf(places));
  }

  static String below(String path, String key) {
    if (!SIMPLE_KEY.matcher(key).matches()) {
      return path + "[\"" + Words.oneLine(key) + "\"]";
    }
    return path.isEmpty() ? key : path + "." + key;
  }

  private Content scalar(ScalarEvent event, Position position, String path) {
    String tag = event.getTag().filter(name -> !name.equals("!")).orElse(null);
    if (tag != null) {
      String shortTag = tag.startsWith(CORE_PREFIX) ? tag.substring(CORE_PREFIX.length()) : tag;
      if (!CORE_TAGS.contains(shortTag)) {
        mistakes.add(position, path, "the tag " + Words.quoted(tag) + " means nothing here");
        return new Content.Broken();
      }
      tag = shortTag;
    }
    References.Resolved resolved = references.resolve(event.getValue());
    resolved.problems().forEach(problem -> mistakes.add(position, path, problem));
    String text = resolved.text();
    if (text == null) {
      return new Content.Broken();
    }
    boolean plain = event.isPlain() && !"str".equals(tag);
    if (plain && !resolved.used() && Scalars.isNull(text)) {
      return new Content.Absent();
    }
    return new Content.Scalar(text, event.getValue(), plain, resolved.used(), tag);
  }

  private Stop stop(Event event, String path, String message) {
    mistakes.add(at(event.getStartMark()), path, message);
    return new Stop();
  }

  private Position at(Optional<Mark> mark) {
    return mark.map(m -> new Position(file, m.getLine() + 1, m.getColumn() + 1))
        .orElse(new Position(file, 1, 1));
  }

  private Position positionOf(String text, int offset) {
    int end = Math.min(Math.max(offset, 0), text.length());
    String before = text.substring(0, end);
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    return new Position(file, line, end - before.lastIndexOf('\n'));
  }
}
