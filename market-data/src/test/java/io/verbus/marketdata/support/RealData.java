package io.verbus.marketdata.support;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Real exchange data, if available. */
public final class RealData {
    private RealData() {
    }

    /** Returns a file or folder in VERBUS_TEST_DATA. Without it, the test is skipped with a message. */
    public static Path path(final String name) {
        final String data = System.getenv("VERBUS_TEST_DATA");
        Assumptions.assumeTrue(data != null, "VERBUS_TEST_DATA does not name a folder of real data");
        final Path path = Path.of(data, name);
        Assumptions.assumeTrue(Files.exists(path), "there is no " + name + " in VERBUS_TEST_DATA");
        return path;
    }
}
