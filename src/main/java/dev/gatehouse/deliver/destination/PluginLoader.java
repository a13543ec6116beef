package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.handler.EventHandler;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The classes of one folder of jars. They see the JDK, themselves and {@code
 * dev.gatehouse.deliver.handler}: no library of the gateway can get in the way of one of theirs.
 */
final class PluginLoader extends URLClassLoader {
  private static final String OURS = EventHandler.class.getPackageName() + ".";

  private PluginLoader(URL[] jars) {
    super("plugin", jars, new Window());
  }

  /**
   * All jars of a folder, not of those below it.
   *
   * @throws IOException when there is no such folder
   */
  static PluginLoader of(Path folder) throws IOException {
    List<Path> jars;
    try (Stream<Path> files = Files.list(folder)) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    return new PluginLoader(urls);
  }

  /**
   * A new handler of that name.
   *
   * @throws IllegalArgumentException when no jar has one
   * @throws java.util.ServiceConfigurationError when one cannot be made
   */
  EventHandler handler(String name) {
    for (EventHandler each : ServiceLoader.load(EventHandler.class, this)) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no handler of that name");
  }

  /** What a plugin sees of the gateway. */
  private static final class Window extends ClassLoader {
    Window() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(OURS)) {
        return EventHandler.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }
}
