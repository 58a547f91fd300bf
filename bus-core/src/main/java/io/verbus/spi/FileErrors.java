package io.verbus.spi;

import io.verbus.internal.os.OsErrors;
import java.io.IOException;

/** Explains errors of file operations, for transports. */
public final class FileErrors {
    private FileErrors() {
    }

    /**
     * Explains an exception, with a remedy.
     *
     * @param e from a call of {@link java.nio.file.Files} or a file channel
     * @return explanation to follow a colon
     */
    public static String of(final IOException e) {
        return OsErrors.of(e);
    }
}
