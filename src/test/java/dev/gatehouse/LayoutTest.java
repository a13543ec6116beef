package dev.gatehouse;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the rooms, the arrows between them and the purity of the deciding packages. */
class LayoutTest {
  private static final String ROOT = "dev.gatehouse.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.gatehouse");

  /**
   * A room, and the packages of ours it may use besides its own. Rooms come in the order of an
   * event's way.
   */
  private static final Map<String, List<String>> ROOMS = new LinkedHashMap<>();

  static {
    ROOMS.put("event", List.of());
    ROOMS.put("condition", List.of("event.."));
    ROOMS.put("db", List.of());
    ROOMS.put("deadletter", List.of("event..", "db.."));
    ROOMS.put("receive", List.of("event..", "db.."));
    ROOMS.put("process", List.of("event..", "condition..", "db..", "deadletter..", "receive.."));
    ROOMS.put(
        "deliver",
        List.of(
            "event..",
            "condition..",
            "db..",
            "deadletter..",
            "receive.signature..",
            "process.outbox.."));
    ROOMS.put("replay", above("replay"));
    ROOMS.put("watch", above("watch"));
    ROOMS.put("config", above("config"));
    ROOMS.put("operate", above("operate"));
    ROOMS.put("app", above("app"));
  }

  /** Deciding is pure: no SQL, HTTP, files, threads or clock. */
  private static final String[] PURE = {
    "dev.gatehouse.event..",
    "dev.gatehouse.condition..",
    "dev.gatehouse.deadletter.triage..",
    "dev.gatehouse.receive.signature..",
    "dev.gatehouse.receive.extract..",
    "dev.gatehouse.receive.preset..",
    "dev.gatehouse.process.machine..",
    "dev.gatehouse.process.route..",
    "dev.gatehouse.deliver.retry..",
    "dev.gatehouse.deliver.breaker..",
    "dev.gatehouse.replay.plan..",
  };

  private static List<String> above(String room) {
    List<String> rooms = new ArrayList<>();
    for (String each :
        List.of(
            "event",
            "condition",
            "db",
            "deadletter",
            "receive",
            "process",
            "deliver",
            "replay",
            "watch",
            "config",
            "operate",
            "app")) {
      if (each.equals(room)) {
        break;
      }
      rooms.add(each + "..");
    }
    return rooms;
  }

  @Test
  void everyRoomUsesOnlyTheRoomsItMay() {
    ROOMS.forEach(
        (room, uses) -> {
          List<String> allowed = new ArrayList<>(List.of(ROOT + room + ".."));
          uses.forEach(use -> allowed.add(ROOT + use));
          noClasses()
              .that()
              .resideInAPackage(ROOT + room + "..")
              .should()
              .dependOnClassesThat(
                  resideInAnyPackage("dev.gatehouse..")
                      .and(resideOutsideOfPackages(allowed.toArray(String[]::new))))
              .because("LAYOUT: " + room + " may use " + uses)
              .allowEmptyShould(true)
              .check(CLASSES);
        });
  }

  @Test
  void everyClassLivesInARoom() {
    noClasses()
        .should()
        .resideOutsideOfPackages(
            ROOMS.keySet().stream().map(room -> ROOT + room + "..").toArray(String[]::new))
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices()
        .matching("dev.gatehouse.(**)")
        .should()
        .beFreeOfCycles()
        // Written by a generator, which knows no better.
        .ignoreDependency(
            resideInAnyPackage("dev.gatehouse.db.generated.."),
            resideInAnyPackage("dev.gatehouse.db.generated.."))
        .check(CLASSES);
  }

  @Test
  void purePackagesTouchNothing() {
    noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..",
            "javax.sql..",
            "java.net.http..",
            "java.nio.file..",
            "java.util.concurrent",
            "java.util.concurrent.locks..",
            "org.jooq..",
            "org.postgresql..",
            "io.javalin..",
            "okhttp3..",
            "org.slf4j..")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.Thread")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.File")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void everyPackageIsNullMarkedAndSaysWhatItIsFor() throws IOException {
    List<Path> bare = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(Path.of("src/main/java"))) {
      for (Path folder : walk.filter(Files::isDirectory).toList()) {
        boolean holdsCode;
        try (Stream<Path> files = Files.list(folder)) {
          holdsCode = files.anyMatch(file -> file.toString().endsWith(".java"));
        }
        Path info = folder.resolve("package-info.java");
        boolean generated = folder.toString().contains("generated");
        if (holdsCode
            && !generated
            && !(Files.exists(info)
                && Files.readString(info).contains("@NullMarked")
                && Files.readString(info).contains("/**"))) {
          bare.add(folder);
        }
      }
    }
    assertThat(bare).as("packages without a @NullMarked, documented package-info.java").isEmpty();
  }
}
