package dev.gatehouse.receive.extract;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * One pass over an XML document, by local names. No document types, no entities but the five of XML
 * itself: with them a small document can be made to grow without end, or to read files.
 */
final class XmlScan {
  private final Map<FieldPath.Xml, Value> values = new HashMap<>();
  private final Map<List<String>, FieldPath.Xml> elements = new HashMap<>();
  private final Map<List<String>, List<FieldPath.Xml>> attributes = new HashMap<>();
  private final List<String> open = new ArrayList<>();
  private final List<Boolean> hasChildren = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  private XmlScan(List<FieldPath.Xml> paths) {
    for (FieldPath.Xml path : paths) {
      if (path.attribute() == null) {
        elements.put(path.elements(), path);
      } else {
        attributes.computeIfAbsent(path.elements(), key -> new ArrayList<>()).add(path);
      }
    }
  }

  /**
   * @param broken why the document cannot be trusted; null when it is sound
   */
  record Reading(Map<FieldPath.Xml, Value> values, @Nullable String broken) {
    static final Reading NOTHING = new Reading(Map.of(), null);
  }

  static Reading read(List<FieldPath.Xml> paths, byte[] bytes) {
    XmlScan scan = new XmlScan(paths);
    return new Reading(scan.values, scan.scan(bytes));
  }

  private @Nullable String scan(byte[] bytes) {
    if (bytes.length == 0) {
      return "the body is empty";
    }
    String characters = XmlText.of(bytes).orElse(null);
    if (characters == null) {
      return "the body is not text of a character set that is read";
    }
    try {
      XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(characters));
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE -> {
            return "the XML has a document type or an entity of its own";
          }
          case XMLStreamConstants.START_ELEMENT -> {
            begin(reader);
            if (open.size() > JsonScan.MAX_DEPTH) {
              return "the XML nests deeper than " + JsonScan.MAX_DEPTH;
            }
          }
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
              text.append(reader.getText());
          case XMLStreamConstants.END_ELEMENT -> end();
          default -> {}
        }
      }
      return null;
    } catch (XMLStreamException | RuntimeException e) {
      // The JDK's reader reports some broken documents by other exceptions than its own.
      return "the body is not XML";
    }
  }

  private void begin(XMLStreamReader reader) {
    if (!hasChildren.isEmpty()) {
      hasChildren.set(hasChildren.size() - 1, true);
    }
    open.add(reader.getLocalName());
    hasChildren.add(false);
    text.setLength(0);
    for (FieldPath.Xml path : attributes.getOrDefault(open, List.of())) {
      Value found = Value.ABSENT;
      for (int i = 0; i < reader.getAttributeCount(); i++) {
        if (reader.getAttributeLocalName(i).equals(path.attribute())) {
          found = found == Value.ABSENT ? Value.text(reader.getAttributeValue(i)) : Value.TWICE;
        }
      }
      put(path, found);
    }
  }

  private void end() {
    FieldPath.Xml path = elements.get(open);
    if (path != null) {
      put(path, hasChildren.getLast() ? Value.UNFIT : Value.text(text.toString()));
    }
    open.removeLast();
    hasChildren.removeLast();
    text.setLength(0);
  }

  private void put(FieldPath.Xml path, Value value) {
    if (values.containsKey(path)) {
      values.put(path, Value.TWICE);
    } else if (!(value instanceof Value.Absent)) {
      values.put(path, value);
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }
}
