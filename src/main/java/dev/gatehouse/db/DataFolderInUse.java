package dev.gatehouse.db;

import java.nio.file.Path;

/** Another gateway works on the same data folder. */
public final class DataFolderInUse extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DataFolderInUse(Path folder) {
    super(
        "another gateway is using "
            + folder
            + "; give this one its own --data-dir, or a database URL to share");
  }
}
