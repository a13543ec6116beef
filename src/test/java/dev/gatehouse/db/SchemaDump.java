package dev.gatehouse.db;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the schema a database really has as SQL text, one table after another, in a fixed order.
 */
final class SchemaDump {
  private static final String TABLES =
      """
      select c.oid, c.relname as name, coalesce(pg_get_partkeydef(c.oid), '') as partition_key,
             coalesce(array_to_string(c.reloptions, ', '), '') as options,
             coalesce(obj_description(c.oid, 'pg_class'), '') as comment
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'flyway_schema_history'
      order by c.relname
      """;

  private static final String COLUMNS =
      """
      select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
             || case when co.collname = 'C' then ' collate "C"' else '' end
             || case when a.attidentity = 'a' then ' generated always as identity' else '' end
             || case when a.attnotnull then ' not null' else '' end
             || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation co on co.oid = a.attcollation
      where a.attrelid = ?::oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum
      """;

  /**
   * Not-null constraints are left out: from PostgreSQL 18 on they stand here too, before it they do
   * not.
   */
  private static final String CONSTRAINTS =
      """
      select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line
      from pg_constraint where conrelid = ?::oid and contype <> 'n' order by contype desc, conname
      """;

  private static final String INDEXES =
      """
      select pg_get_indexdef(i.indexrelid) || ';' as line
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ?::oid and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
      order by c.relname
      """;

  private SchemaDump() {}

  static String of(TestDatabase database) {
    StringBuilder text =
        new StringBuilder(
            "-- What the migrations add up to. Written by GeneratedFilesTest; do not edit.\n");
    for (Map<String, Object> table : database.query(TABLES)) {
      List<String> inside = lines(database, COLUMNS, table);
      inside.addAll(lines(database, CONSTRAINTS, table));
      text.append("\n-- ").append(table.get("comment")).append("\ncreate table ");
      text.append(table.get("name"))
          .append(" (\n  ")
          .append(String.join(",\n  ", inside))
          .append("\n)");
      if (!"".equals(table.get("partition_key"))) {
        text.append(" partition by ").append(table.get("partition_key"));
      }
      if (!"".equals(table.get("options"))) {
        text.append(" with (").append(table.get("options")).append(')');
      }
      text.append(";\n");
      lines(database, INDEXES, table).forEach(line -> text.append(line).append('\n'));
    }
    return text.toString();
  }

  private static List<String> lines(TestDatabase database, String sql, Map<String, Object> table) {
    return database.query(sql, table.get("oid")).stream()
        .map(row -> String.valueOf(row.get("line")))
        .collect(Collectors.toList());
  }
}
