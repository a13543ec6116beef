package dev.gatehouse.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jooq.codegen.GenerationTool;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.ForcedType;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table classes and {@code sql/schema.sql} are what the migrations make of them.
 *
 * <p>After changing a migration: {@code mvn test -Dtest=GeneratedFilesTest
 * -Dgatehouse.generate=true}.
 */
class GeneratedFilesTest {
  private static final boolean WRITE = Boolean.getBoolean("gatehouse.generate");
  private static final Path CLASSES = Path.of("src/main/java/dev/gatehouse/db/generated");
  private static final Path DUMP = Path.of("sql/schema.sql");

  @Test
  void theTableClassesAreCurrent(@TempDir Path scratch) throws Exception {
    try (TestDatabase database = TestDatabase.fresh()) {
      generate(database, scratch);
    }
    Map<String, String> made = read(scratch.resolve("dev/gatehouse/db/generated"));
    if (WRITE) {
      write(made);
    }
    assertThat(read(CLASSES)).isEqualTo(made);
  }

  @Test
  void theSchemaDumpIsCurrent() throws IOException {
    try (TestDatabase database = TestDatabase.fresh()) {
      String dump = SchemaDump.of(database);
      if (WRITE) {
        Files.writeString(DUMP, dump);
      }
      assertThat(Files.readString(DUMP)).isEqualTo(dump);
    }
  }

  @Test
  void everyMigrationLimitsHowLongItWaitsForLocksAndSaysWhatMayRunBeside() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("sql"))) {
      for (Path file :
          files.filter(each -> each.getFileName().toString().startsWith("V")).toList()) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .contains("set local lock_timeout = ")
            .contains("-- Can the version before this one run beside it?");
      }
    }
  }

  private static void generate(TestDatabase database, Path folder) throws Exception {
    JdbcUrl url = JdbcUrl.of(database.url(), null, null);
    GenerationTool.generate(
        new Configuration()
            .withLogging(Logging.ERROR)
            .withJdbc(
                new Jdbc()
                    .withUrl(url.url())
                    .withUser(url.who().getProperty("user"))
                    .withPassword(url.who().getProperty("password")))
            .withGenerator(
                new Generator()
                    .withDatabase(
                        new Database()
                            .withName("org.jooq.meta.postgres.PostgresDatabase")
                            .withInputSchema("public")
                            .withOutputSchemaToDefault(true)
                            .withIncludes(".*")
                            .withExcludes("flyway_schema_history|.*_rest|.*_p[0-9]{8}")
                            .withIncludeRoutines(false)
                            .withForcedTypes(
                                new ForcedType()
                                    .withName("INSTANT")
                                    .withIncludeTypes("timestamptz|timestamp with time zone")))
                    .withGenerate(
                        new Generate()
                            .withRecords(false)
                            .withIndexes(false)
                            .withGeneratedAnnotation(false)
                            .withGlobalCatalogReferences(false)
                            .withComments(true)
                            .withJavadoc(false))
                    .withTarget(
                        new Target()
                            .withPackageName("dev.gatehouse.db.generated")
                            .withDirectory(folder.toString()))));
  }

  private static Map<String, String> read(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> walk = Files.walk(folder)) {
        for (Path file : walk.filter(Files::isRegularFile).toList()) {
          files.put(folder.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    return files;
  }

  private static void write(Map<String, String> files) throws IOException {
    if (Files.isDirectory(CLASSES)) {
      try (Stream<Path> walk = Files.walk(CLASSES)) {
        walk.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = CLASSES.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }
}
