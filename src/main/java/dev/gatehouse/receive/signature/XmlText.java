package dev.gatehouse.receive.signature;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Text of an XML element by its path; no document types, no entities of the sender's. */
final class XmlText {
  private static final int MAX_DEPTH = 100;

  private XmlText() {}

  /** The text of every element at the path; nothing for what is not XML. */
  static List<String> find(byte[] bytes, List<String> path) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    List<String> found = new ArrayList<>();
    List<String> open = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.DTD -> {
            return List.of();
          }
          case XMLStreamConstants.START_ELEMENT -> {
            open.add(reader.getLocalName());
            text.setLength(0);
            if (open.size() > MAX_DEPTH) {
              return List.of();
            }
          }
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
            if (open.equals(path)) {
              text.append(reader.getText());
            }
          }
          case XMLStreamConstants.END_ELEMENT -> {
            if (open.equals(path)) {
              found.add(text.toString());
            }
            open.removeLast();
          }
          default -> {}
        }
      }
      return found;
    } catch (XMLStreamException | RuntimeException e) {
      // Broken XML, which the JDK's reader also reports by other exceptions: there is nothing.
      return List.of();
    }
  }
}
