package dev.gatehouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The quick reading of {@code serve} says the same as picocli, or leaves it to picocli. */
class ServeCommandTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "serve --config a.yaml",
        "serve --port 0 --admin-port 65535",
        "serve --data-dir /tmp/x --config /etc/g.yaml --port 8080 --admin-port 0"
      })
  void plainArgumentsMeanWhatPicocliSays(String line) {
    String[] args = line.split(" ");
    ServeCommand expected = new ServeCommand();
    String[] options = java.util.Arrays.copyOfRange(args, 1, args.length);
    new CommandLine(expected).parseArgs(options);

    ServeCommand read = ServeCommand.plain(args).orElseThrow();

    assertThat(read.config).isEqualTo(expected.config);
    assertThat(read.dataDir).isEqualTo(expected.dataDir);
    assertThat(read.port).isEqualTo(expected.port);
    assertThat(read.adminPort).isEqualTo(expected.adminPort);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "--help",
        "serve --help",
        "serve --port",
        "serve --port x",
        "serve --port -1",
        "serve --port=1",
        "serve --port 1 --port 2",
        "serve --config --port",
        "serve extra",
        "serve --unknown 1"
      })
  void whateverElseIsLeftToPicocli(String line) {
    assertThat(ServeCommand.plain(line.split(" "))).isEmpty();
  }

  @Test
  void nothingIsLeftToPicocliToo() {
    assertThat(ServeCommand.plain(new String[0])).isEmpty();
    assertThat(ServeCommand.plain(new String[] {"serve"}).orElseThrow().dataDir)
        .isEqualTo(Path.of("data"));
  }
}
