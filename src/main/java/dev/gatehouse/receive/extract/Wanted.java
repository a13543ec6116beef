package dev.gatehouse.receive.extract;

import java.util.ArrayList;
import java.util.List;

/**
 * The places in bodies that are looked for.
 *
 * @param tree those in JSON
 * @param xml those in XML
 */
record Wanted(PointerTree tree, List<FieldPath.Xml> xml) {
  static Wanted of(List<FieldPath> paths) {
    List<FieldPath.Xml> xml = new ArrayList<>();
    for (FieldPath path : paths.stream().flatMap(each -> each.leaves().stream()).toList()) {
      if (path instanceof FieldPath.Xml each && !xml.contains(each)) {
        xml.add(each);
      }
    }
    return new Wanted(new PointerTree(paths), List.copyOf(xml));
  }
}
