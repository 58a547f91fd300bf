package io.verbus.sample.publisher.support;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Real exchange data, where there is some. */
public final class RealData {
    private RealData() {
    }

    /** A file or folder in VERBUS_TEST_DATA; a test without it is skipped and says so. */
    public static Path path(final String name) {
        final String data = System.getenv("VERBUS_TEST_DATA");
        Assumptions.assumeTrue(data != null, "VERBUS_TEST_DATA does not name a folder of real data");
        final Path path = Path.of(data, name);
        Assumptions.assumeTrue(Files.exists(path), "there is no " + name + " in VERBUS_TEST_DATA");
        return path;
    }
}
