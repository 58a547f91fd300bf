package io.verbus.system.application;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

/** The JDK of a user's Maven: that of a distribution is older than the one that Verbus needs. */
final class OlderJdk {
    private static final Path PACKAGED = Path.of("/usr/lib/jvm");

    private OlderJdk() {
    }

    /** Returns an older JDK on which Maven and its plugins run, or the JDK of this process if there is none. */
    static Path find() throws IOException {
        if (Files.isDirectory(PACKAGED)) {
            try (Stream<Path> candidates = Files.list(PACKAGED)) {
                for (final Path candidate : candidates.sorted().toList()) {
                    final int version = version(candidate);
                    if (version >= 17 && version < 25) {
                        return candidate;
                    }
                }
            }
        }
        return Path.of(System.getProperty("java.home"));
    }

    /** The feature version of a JDK; 0 if there is none in this folder. */
    private static int version(final Path folder) throws IOException {
        final Path release = folder.resolve("release");
        if (!Files.isExecutable(folder.resolve("bin/javac")) || !Files.isReadable(release)) {
            return 0;
        }
        final Properties values = new Properties();
        try (Reader reader = Files.newBufferedReader(release)) {
            values.load(reader);
        }
        return Integer.parseInt(values.getProperty("JAVA_VERSION", "0").replaceAll("\"|[.-].*", ""));
    }
}
