package dev.gatehouse.config.yaml;

/** Where something stands in a file; line and column count from 1. */
public record Position(String file, int line, int column) implements Comparable<Position> {
  @Override
  public int compareTo(Position other) {
    int byFile = file.compareTo(other.file);
    int byLine = Integer.compare(line, other.line);
    return byFile != 0 ? byFile : byLine != 0 ? byLine : Integer.compare(column, other.column);
  }

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
