package dev.gatehouse.app;

/** Where the process begins. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(2);
  }
}
