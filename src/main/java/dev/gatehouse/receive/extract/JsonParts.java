package dev.gatehouse.receive.extract;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.RawBody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Cuts a JSON document into the elements of its lists, in one pass, without writing any of it anew.
 *
 * <p>Nothing between the first list and the last is lost: an element in which no further list is
 * found, or in which a key on the way stands twice, is a part itself.
 */
final class JsonParts {
  private final List<String> keys;
  private final byte[] bytes;
  private final int start;
  private final List<RawBody> found = new ArrayList<>();
  private boolean list;
  private boolean twice;
  private boolean tooMany;

  private JsonParts(EachPath path, byte[] bytes) {
    this.keys = path.keys();
    this.bytes = bytes;
    this.start = Utf8.afterMark(bytes);
  }

  /** Never throws for anything a sender can send; what is no sound document is left whole. */
  static Parts of(EachPath path, byte[] bytes) {
    if (JsonScan.problem(bytes) != null) {
      return Parts.WHOLE;
    }
    return new JsonParts(path, bytes).cut(path);
  }

  private Parts cut(EachPath path) {
    try (JsonParser parser = JsonScan.parser(bytes)) {
      parser.nextToken();
      walk(parser, 0, false);
    } catch (JacksonException e) {
      return Parts.WHOLE;
    }
    if (tooMany) {
      return whole(ErrorCode.TOO_LARGE, "more than " + Parts.MAX + " single events in one request");
    }
    return twice
        ? whole(ErrorCode.AMBIGUOUS_JSON, path + " stands more than once")
        : new Parts(found, found.isEmpty() && list, null);
  }

  private static Parts whole(ErrorCode code, String detail) {
    return new Parts(List.of(), false, new Fault(code, detail));
  }

  /** Reads the value the parser stands at, to its end. */
  private void walk(JsonParser parser, int depth, boolean inElement) {
    boolean all = depth < keys.size() && keys.get(depth).equals(EachPath.ALL);
    if (depth == keys.size()) {
      part(parser);
    } else if (all && parser.currentToken() == JsonToken.START_ARRAY) {
      list = true;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        element(parser, depth + 1);
      }
    } else if (!all && parser.currentToken() == JsonToken.START_OBJECT) {
      member(parser, depth, inElement);
    } else {
      parser.skipChildren();
    }
  }

  private void member(JsonParser parser, int depth, boolean inElement) {
    boolean seen = false;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      boolean wanted = keys.get(depth).equals(parser.currentName());
      parser.nextToken();
      if (!wanted) {
        parser.skipChildren();
      } else if (seen) {
        twice = true;
        parser.skipChildren();
      } else {
        seen = true;
        walk(parser, depth + 1, inElement);
      }
    }
  }

  private void element(JsonParser parser, int depth) {
    if (tooMany) {
      parser.skipChildren();
      return;
    }
    int from = begin(parser);
    int before = found.size();
    boolean twiceBefore = twice;
    walk(parser, depth, true);
    boolean ambiguous = twice && !twiceBefore;
    twice = twiceBefore;
    if (ambiguous || found.size() == before) {
      found.subList(before, found.size()).clear();
      add(from, end(parser));
    }
  }

  private void part(JsonParser parser) {
    int from = begin(parser);
    parser.skipChildren();
    add(from, end(parser));
  }

  private void add(int from, int to) {
    if (found.size() == Parts.MAX) {
      tooMany = true;
    } else {
      found.add(new RawBody(Arrays.copyOfRange(bytes, from, to)));
    }
  }

  private int begin(JsonParser parser) {
    return start + (int) parser.currentTokenLocation().getByteOffset();
  }

  /** Behind the token the parser stands at, which it may not have read to its end yet. */
  private int end(JsonParser parser) {
    parser.finishToken();
    return start + (int) parser.currentLocation().getByteOffset();
  }
}
